package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Clients that ask one question after the other at a steady rate, each over a new connection from an address of its own, since one
 * address may ask so often only. They begin when the query says that it is ready.
 */
final class Clients implements AutoCloseable {
    private static final int MOST_OF_ONE_CLIENT = 40;
    private static final int FIRST_ADDRESS = 10;
    private static final long LOOK_MS = 20;

    private final int port;
    private final IntFunction<String> question;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Double> answeredMs = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger nothing = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean done;

    private Clients(int port, IntFunction<String> question) {
        this.port = port;
        this.question = question;
    }

    /** @param question path and parameters, by the number of the question */
    static Clients start(int port, int perSecond, IntFunction<String> question) {
        Clients clients = new Clients(port, question);
        int count = (perSecond + MOST_OF_ONE_CLIENT - 1) / MOST_OF_ONE_CLIENT;
        for (int client = 0; client < count; client++) {
            String address = "127.0.0." + (FIRST_ADDRESS + client);
            double rate = (double) perSecond / count;
            Thread thread = new Thread(() -> clients.ask(address, rate), "client " + address);
            clients.threads.add(thread);
            thread.start();
        }
        return clients;
    }

    private void ask(String address, double perSecond) {
        try {
            while (!done && get(address, "/health/ready") != 200) {
                Thread.sleep(LOOK_MS);
            }
            long start = System.nanoTime();
            for (int number = 0; !done; number++) {
                long due = start + (long) (number / perSecond * 1e9);
                Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
                long asked = System.nanoTime();
                count(get(address, question.apply(number)), (System.nanoTime() - asked) / 1e6);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void count(int status, double tookMs) {
        if (status == 200) {
            answeredMs.add(tookMs);
        } else if (status == 404) {
            nothing.incrementAndGet();
        } else if (status > 0) {
            refused.incrementAndGet();
        }
    }

    /** @return the status; -1 when nobody listens */
    private int get(String address, String path) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.0\r\nHost: localhost:" + port + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.startsWith("HTTP/1.") ? Integer.parseInt(answer.substring(9, 12)) : -1;
        } catch (IOException nobody) {
            // the process starts or has ended
            return -1;
        }
    }

    /** Sorted. */
    List<Double> answeredMs() {
        return answeredMs.stream().sorted().toList();
    }

    /** Questions that found no window. */
    int nothing() {
        return nothing.get();
    }

    int refused() {
        return refused.get();
    }

    @Override
    public void close() {
        done = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
