package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.RecyclerPool;
import java.io.Serial;

/**
 * The buffers of a decoder, which one thread uses: Jackson's own pools look them up by thread, twice for each message. A parser inside of
 * another one's message finds those of the outer taken and makes its own, as it does there. Confined to one thread.
 */
final class OwnRecycler implements RecyclerPool<BufferRecycler> {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient BufferRecycler recycler = new BufferRecycler();

    @Override
    public BufferRecycler acquireAndLinkPooled() {
        return recycler;
    }

    @Override
    public BufferRecycler acquirePooled() {
        return recycler;
    }

    @Override
    public void releasePooled(BufferRecycler released) {
        // it is never taken away
    }
}
