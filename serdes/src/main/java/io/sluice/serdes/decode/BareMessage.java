package io.sluice.serdes.decode;

import org.jspecify.annotations.Nullable;

/** A payload that came from no topic. */
record BareMessage(byte @Nullable [] value) implements Message {
    @Override
    public byte @Nullable [] key() {
        return null;
    }

    @Override
    public String topic() {
        return "";
    }

    @Override
    public int partition() {
        return -1;
    }

    @Override
    public long offset() {
        return -1;
    }

    @Override
    public long timestampMs() {
        return -1;
    }

    @Override
    public byte @Nullable [] header(String name) {
        return null;
    }
}
