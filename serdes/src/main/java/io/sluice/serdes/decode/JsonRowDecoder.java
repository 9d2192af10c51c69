package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages of JSON in UTF-8. A column takes the value at exactly its path, case included, as in Spark's from_json; of a
 * name that comes twice the last value counts; fields without a column are skipped.
 *
 * <p>Nothing is guessed and nothing lost: a value of another kind than the column's, out of its range, or finer than it is a bad
 * record, unless the rules say otherwise. A field that is null or missing is null, unless the column is declared not null.
 */
public final class JsonRowDecoder implements RowDecoder {
    private final Schema schema;
    private final PayloadFormat.Json json;
    private final JsonMessages messages;
    private final ColumnProblems problems;
    private final JsonTreeReader reader;
    private final JsonTreeReader bare;
    private final CloudEventAttributes attributes;
    private final @Nullable MessageForms forms;

    /** Objects with a field for each column, strict, timestamps without an offset in UTC. */
    public JsonRowDecoder(Schema schema, BitSet wanted) {
        this(RecordFormat.json(schema), PayloadFormat.Json.PLAIN, wanted);
    }

    /** @param wanted the ordinals of the columns to decode; the others stay null, whatever the message holds */
    JsonRowDecoder(RecordFormat format, PayloadFormat.Json json, BitSet wanted) {
        format.requireInSchema(wanted);
        this.schema = format.schema();
        this.json = json;
        this.messages = JsonMessages.of(json.limits(), format.rules());
        this.problems = new ColumnProblems(schema);
        JsonTree tree = new JsonTree(format, json, wanted);
        this.reader = tree.reader(json.envelope(), messages, problems);
        boolean cloudEvents = json.envelope() instanceof Envelope.CloudEvents;
        this.bare = cloudEvents ? tree.bareReader(messages, problems) : reader;
        this.forms = MessageForms.serve(json) ? new MessageForms(messages, reader.root(), schema.width()) : null;
        this.attributes = new CloudEventAttributes(format, cloudEvents ? wanted : new BitSet());
    }

    @Override
    public void decode(Message message, Rows rows) {
        RecordFormat.requireWidth(schema, rows);
        rows.clear();
        problems.clear();
        byte[] value = message.value();
        if (value == null && json.envelope() instanceof Envelope.Debezium) {
            return;
        }
        if (forms != null && value != null && forms.read(value, rows)) {
            return;
        }
        byte[] text = payload(RecordFormat.value(value));
        boolean binaryEvent =
                json.envelope() instanceof Envelope.CloudEvents && message.header("ce_specversion") != null;
        parse(text, binaryEvent ? bare : reader, rows);
        if (binaryEvent) {
            attributes.read(message, rows, problems);
        }
        problems.throwIfAny();
        if (forms != null) {
            forms.learn(text);
        }
    }

    /** The bytes that are JSON in UTF-8, or the reason why there are none. */
    private byte[] payload(byte[] value) {
        if (value.length > json.limits().messageBytes()) {
            throw new BadRecordException("the message exceeds a limit: it has " + value.length + " bytes, more than "
                    + json.limits().messageBytes());
        }
        byte[] text = json.framing() == PayloadFormat.Framing.NONE
                ? value
                : Arrays.copyOfRange(value, RegistryFrame.require(value), value.length);
        String unreadable = MessageBytes.problem(text);
        if (unreadable != null) {
            throw new BadRecordException(unreadable);
        }
        return text;
    }

    private void parse(byte[] message, JsonTreeReader values, Rows rows) {
        boolean atEnd = false;
        try {
            readMessage(messages.parser(message), values, rows);
            atEnd = true;
        } catch (BadRecordException e) {
            throw e;
        } catch (JsonProcessingException e) {
            throw new BadRecordException(ParserReason.of(e));
        } catch (IOException | RuntimeException e) {
            // the parser's own faults: whatever it throws for a message is about that message
            throw new BadRecordException("the message cannot be parsed: " + e);
        } finally {
            if (!atEnd) {
                messages.abandon();
            }
        }
    }

    private void readMessage(JsonParser parser, JsonTreeReader values, Rows rows) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new BadRecordException("the message is blank");
        }
        if (!json.several()) {
            values.read(parser, token, rows, "");
            requireEnd(parser);
            return;
        }
        for (int number = 1; token != null; number++) {
            values.read(parser, token, rows, "value " + number);
            token = parser.nextToken();
        }
    }

    private static void requireEnd(JsonParser parser) throws IOException {
        JsonToken next;
        try {
            next = parser.nextToken();
        } catch (JsonProcessingException e) {
            throw new BadRecordException(
                    "after the JSON object" + ParserReason.place(e) + " there is more: " + ParserReason.words(e));
        }
        if (next != null) {
            throw new BadRecordException(
                    "after the JSON object there is more: a message must be one object; set explode: '*' to read several");
        }
    }
}
