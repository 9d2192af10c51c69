package io.sluice.app.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Where an embedded broker listens, as it says in the file {@code broker.json} of its data folder.
 *
 * @param port of the loopback address
 * @param clusterId Kafka's id of the cluster, the same for as long as the data folder lives
 * @param processId of the process that runs the broker
 */
public record BrokerAddress(int port, String clusterId, long processId) {
    private static final String FILE = "broker.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CONNECT_TIMEOUT_MS = 2_000;

    /** Value for Kafka's {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return EmbeddedBroker.HOST + ":" + port;
    }

    /**
     * The broker that runs on that folder, in whichever process.
     *
     * @return empty when there is none, also when one was killed and left its file behind
     * @throws IOException when the file is there but cannot be read
     */
    public static Optional<BrokerAddress> running(Path dataFolder) throws IOException {
        return read(dataFolder).filter(BrokerAddress::answers);
    }

    static Optional<BrokerAddress> read(Path dataFolder) throws IOException {
        try {
            JsonNode json = JSON.readTree(Files.readAllBytes(dataFolder.resolve(FILE)));
            return Optional.of(new BrokerAddress(
                    json.path("port").asInt(),
                    json.path("clusterId").asText(),
                    json.path("processId").asLong()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new IOException(dataFolder.resolve(FILE) + ": is no JSON; delete the file", e);
        }
    }

    private boolean answers() {
        if (ProcessHandle.of(processId).isEmpty()) {
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(loopback(port), CONNECT_TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            // a refused connection is the answer: nobody listens
            return false;
        }
    }

    /** Never the IPv6 loopback address, whatever the process prefers. */
    static InetSocketAddress loopback(int port) {
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(EmbeddedBroker.HOST, new byte[] {127, 0, 0, 1}), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** Replaces the file in one step, so that a reader never sees half of it. */
    void write(Path dataFolder) throws IOException {
        ObjectNode json = JSON.createObjectNode()
                .put("bootstrapServers", bootstrapServers())
                .put("port", port)
                .put("clusterId", clusterId)
                .put("processId", processId);
        Path next = dataFolder.resolve(FILE + ".next");
        Files.write(next, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
        Files.move(next, dataFolder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    static void delete(Path dataFolder) throws IOException {
        Files.deleteIfExists(dataFolder.resolve(FILE));
    }
}
