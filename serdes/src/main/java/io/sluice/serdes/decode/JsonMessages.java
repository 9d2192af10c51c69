package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Jackson's factory with the rules of a source, and one of its parsers that goes from message to message. Confined to one thread.
 */
final class JsonMessages extends JsonFactory {
    @Serial
    private static final long serialVersionUID = 1;

    /** A parser keeps every name that it has met; names that data make up would fill the memory of one that never ends. */
    private static final int MESSAGES_OF_A_PARSER = 1_000;

    private transient @Nullable ReusedParser parser;
    private int messages;

    private JsonMessages(JsonFactoryBuilder settings) {
        super(settings);
    }

    static JsonMessages of(JsonLimits limits, ValueRules rules) {
        JsonFactoryBuilder settings = new JsonFactoryBuilder()
                .recyclerPool(new OwnRecycler())
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, rules.nonFinite() != NonFinite.REJECT)
                // names are made one String per name all the same; interning is for ==, and grows with hostile names
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depth())
                        .maxStringLength(limits.stringLength())
                        .maxNumberLength(limits.numberLength())
                        .build());
        return new JsonMessages(settings);
    }

    /**
     * A parser at the beginning of the message. It must have come to the message's end before the next one; otherwise
     * {@link #abandon} it.
     *
     * @param message in UTF-8, as {@link MessageBytes} has found
     */
    ReusedParser parser(byte[] message) {
        ReusedParser open = parser;
        if (open == null || ++messages > MESSAGES_OF_A_PARSER) {
            abandon();
            open = newParser();
            parser = open;
            messages = 1;
        }
        open.begin(message);
        return open;
    }

    private ReusedParser newParser() {
        IOContext context = _createContext(ContentReference.unknown(), true);
        return new ReusedParser(
                context, _parserFeatures, _byteSymbolCanonicalizer.makeChildOrPlaceholder(_factoryFeatures));
    }

    /** Lets go of the parser, wherever it is. */
    void abandon() {
        ReusedParser open = parser;
        parser = null;
        if (open != null) {
            open.end();
        }
    }
}
