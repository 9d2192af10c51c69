package io.sluice.topology;

import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;

/**
 * Lets a processor forward while a commit is prepared. That happens outside of any node, and {@code forward()} needs to know whose
 * children are meant.
 */
final class CommitScope {
    private final InternalProcessorContext<?, ?> context;
    private final ProcessorNode<?, ?, ?, ?> node;

    /** @param context as given to the processor's {@code init}, which must be running */
    CommitScope(ProcessorContext<?, ?> context) {
        this.context = (InternalProcessorContext<?, ?>) context;
        this.node = this.context.currentNode();
    }

    void run(Runnable forwarding) {
        ProcessorNode<?, ?, ?, ?> before = context.currentNode();
        context.setCurrentNode(node);
        try {
            forwarding.run();
        } finally {
            context.setCurrentNode(before);
        }
    }
}
