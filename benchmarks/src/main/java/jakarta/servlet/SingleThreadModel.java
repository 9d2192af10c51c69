package jakarta.servlet;

/**
 * A marker that left the servlet API with version 6, which our HTTP server needs. Spark's own Jetty, made for version 5, asks each servlet
 * whether it bears it; none does.
 */
public interface SingleThreadModel {}
