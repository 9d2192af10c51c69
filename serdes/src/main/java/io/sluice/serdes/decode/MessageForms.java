package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The forms that messages have had lately: the first that fits reads the next message, and what fits none is Jackson's, as is every
 * complaint. Of messages that have a new form each time it lets go for a while. Confined to one thread.
 */
final class MessageForms {
    private static final int MOST = 4;
    /** In bytes; around longer messages' values there is enough else to do. */
    private static final int LONGEST_MESSAGE = 1 << 14;
    /** So many messages after a lesson there is another, once all places are taken. */
    private static final int PAUSE_WHEN_FULL = 32;
    /** And after one that taught nothing. */
    private static final int PAUSE_AFTER_NOTHING = 256;

    /** A message that fits counts one, one that does not counts two against it; when nothing is left, forms rest. */
    private static final int MOST_CREDIT = 256;

    private static final int COST_OF_A_MISS = 2;
    private static final int MESSAGES_OF_A_REST = 1 << 14;

    private final JsonMessages messages;
    private final PathNode root;
    private final @Nullable MessageForm[] forms = new MessageForm[MOST];
    private int known;
    private final Row scratch;
    private int pause;
    private int credit = MOST_CREDIT;
    private int rest;

    /**
     * @param messages makes the parsers that forms are learned with
     * @param root of the paths of all columns
     * @param width of a row
     */
    MessageForms(JsonMessages messages, PathNode root, int width) {
        this.messages = messages;
        this.root = root;
        this.scratch = new Row(width);
    }

    /** Whether a source with such settings has messages whose form can be known. */
    static boolean serve(PayloadFormat.Json json) {
        JsonLimits limits = json.limits();
        return json.envelope() instanceof Envelope.None
                && json.explode().isEmpty()
                && !json.several()
                && json.framing() == PayloadFormat.Framing.NONE
                && limits.messageBytes() >= LONGEST_MESSAGE
                && limits.stringLength() >= LONGEST_MESSAGE
                && limits.numberLength() >= PlainScanner.LONGEST_NUMBER;
    }

    /** Adds the message's row, if its form is known and its values are plain; otherwise the rows are as they were. */
    boolean read(byte[] message, Rows rows) {
        if (rest > 0) {
            rest--;
            return false;
        }
        if (known == 0 || message.length > LONGEST_MESSAGE) {
            return false;
        }
        int before = rows.size();
        Row row = rows.add();
        for (int i = 0; i < known; i++) {
            if (forms[i].read(message, row)) {
                toFront(i);
                credit = Math.min(MOST_CREDIT, credit + 1);
                return true;
            }
            // what this form has set, it has read from the same names as the next one, which sets it again
        }
        rows.shrink(before);
        credit -= COST_OF_A_MISS;
        if (credit < 0) {
            credit = MOST_CREDIT;
            rest = MESSAGES_OF_A_REST;
            known = 0;
        }
        return false;
    }

    private void toFront(int index) {
        if (index > 0) {
            MessageForm form = forms[index];
            System.arraycopy(forms, 0, forms, 1, index);
            forms[0] = form;
        }
    }

    /** Learns from a message that has been read well otherwise. */
    void learn(byte[] message) {
        if (rest > 0 || --pause > 0 || message.length > LONGEST_MESSAGE) {
            return;
        }
        MessageForm form = form(message);
        if (form == null) {
            pause = PAUSE_AFTER_NOTHING;
            return;
        }
        if (known < MOST) {
            known++;
        } else {
            pause = PAUSE_WHEN_FULL;
        }
        forms[known - 1] = form;
    }

    /** The message's form, if it is of use: with it the message itself can be read. */
    private @Nullable MessageForm form(byte[] message) {
        if (MessageBytes.markLength(message) > 0) {
            return null;
        }
        MessageForm form;
        try (JsonParser parser = messages.createParser(message)) {
            form = FormLearner.learn(message, parser, root);
        } catch (IOException e) {
            throw new IllegalStateException("the message has just been read", e);
        }
        scratch.clear();
        return form != null && form.read(message, scratch) ? form : null;
    }
}
