package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Jackson's parser, set to the beginning of one message after the other: to make a parser, lend it its buffers and take them back
 * takes as long as a quarter of a small message. It begins as if it were new; what Jackson finds out of a message's first bytes when it
 * makes a parser, {@link MessageBytes} has found before. Confined to one thread.
 */
final class ReusedParser extends UTF8StreamJsonParser {
    private static final byte[] NOTHING = {};

    ReusedParser(IOContext context, int features, ByteQuadsCanonicalizer names) {
        super(context, features, null, null, names, NOTHING, 0, 0, 0, false);
    }

    /** The last message must have been read to its end, where nothing is open any more. */
    void begin(byte[] message) {
        int mark = MessageBytes.markLength(message);
        _inputBuffer = message;
        _inputPtr = mark;
        _inputEnd = message.length;
        _currInputProcessed = 0;
        _currInputRow = 1;
        _currInputRowStart = 0;
        _currToken = null;
        _lastClearedToken = null;
        _nextToken = null;
        _tokenIncomplete = false;
        _nameCopied = false;
        _binaryValue = null;
        _numTypesValid = NR_UNKNOWN;
    }

    /** The end of a message, which Jackson takes for the end of all: what is lent stays. */
    @Override
    public void close() {
        _inputBuffer = NOTHING;
        _inputPtr = 0;
        _inputEnd = 0;
    }

    void end() {
        try {
            super.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a parser of bytes has nothing to close that could fail", e);
        }
    }
}
