package io.sluice.delta.file;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** How data files are compressed; every Delta reader knows all of them. */
public enum Compression {
    SNAPPY(CompressionCodecName.SNAPPY, "snappy."),
    ZSTD(CompressionCodecName.ZSTD, "zstd."),
    NONE(CompressionCodecName.UNCOMPRESSED, "");

    private final CompressionCodecName codec;
    private final String namePart;

    Compression(CompressionCodecName codec, String namePart) {
        this.codec = codec;
        this.namePart = namePart;
    }

    CompressionCodecName codec() {
        return codec;
    }

    /** What a file's name says about it, before {@code parquet}. */
    String namePart() {
        return namePart;
    }
}
