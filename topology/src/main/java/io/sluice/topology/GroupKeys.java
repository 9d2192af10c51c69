package io.sluice.topology;

import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import org.jspecify.annotations.Nullable;

/** Encodes the group-by columns of an aggregate's input row. Confined to one stream thread. */
final class GroupKeys {
    /** As many as the decoder has for texts. */
    private static final int PLACES = 1 << 12;

    private final int[] columns;
    private final Row keys;
    private final RowCodec codec;

    /** Where the key is one text: texts of late, and their keys. The decoder gives the same object for a text that has come lately. */
    private final @Nullable String[] texts;

    private final byte[] @Nullable [] encoded;

    GroupKeys(Relation.WindowAggregate aggregate) {
        columns = aggregate.keys().stream().mapToInt(Integer::intValue).toArray();
        keys = aggregate.keySchema().newRow();
        codec = new RowCodec(aggregate.keySchema());
        boolean oneText = columns.length == 1 && aggregate.keySchema().column(0).type() == Primitive.STRING;
        texts = new String[oneText ? PLACES : 0];
        encoded = new byte[texts.length][];
    }

    /** @return bytes that must not be changed */
    @SuppressWarnings("ReferenceEquality")
    byte[] of(Row input) {
        if (texts.length == 0 || input.isNull(columns[0])) {
            return encode(input);
        }
        String text = input.stringAt(columns[0]);
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 12) & (PLACES - 1);
        byte[] known = encoded[place];
        if (known == null || texts[place] != text) {
            known = encode(input);
            encoded[place] = known;
            texts[place] = text;
        }
        return known;
    }

    private byte[] encode(Row input) {
        for (int i = 0; i < columns.length; i++) {
            keys.copy(i, input, columns[i]);
        }
        return codec.encodeKey(keys);
    }
}
