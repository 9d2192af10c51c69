package io.sluice.test.process;

import io.sluice.app.await.Await;
import java.time.Duration;

/** A child for {@link ChildProcessTest}: counts without end, or leaves with the exit code that it is given. */
final class Echo {
    private Echo() {}

    public static void main(String[] arguments) {
        System.err.println("class path holds Spark: "
                + System.getProperty("java.class.path").contains("spark-sql"));
        if (arguments.length > 0) {
            System.out.println("leaving with " + arguments[0]);
            System.exit(Integer.parseInt(arguments[0]));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("stopped in order")));
        long[] count = {0};
        Await.until("the end of the world", Duration.ofMinutes(5), () -> {
            System.out.println("count " + count[0]++);
            return false;
        });
    }
}
