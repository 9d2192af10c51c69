import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Run from source by mvnw and mvnw.cmd: makes sure that the Maven of maven-wrapper.properties lies under ~/.m2/wrapper/dists and
 * prints its home. A JDK and the system's tar are all that it needs. The argument is the folder of maven-wrapper.properties.
 */
final class FetchMaven {
    private static final int TIMEOUT_MS = 60_000;

    public static void main(String[] arguments) throws InterruptedException, NoSuchAlgorithmException {
        try {
            System.out.println(home(Path.of(arguments[0], "maven-wrapper.properties")));
        } catch (IOException e) {
            System.err.println("mvnw: " + e.getMessage());
            System.err.println("mvnw: either install Maven 3.8.7 or newer (for example: apt-get install maven),"
                    + " or let MVNW_DISTRIBUTION_URL name a place that this machine reaches");
            System.exit(1);
        }
    }

    private static Path home(Path file) throws IOException, InterruptedException, NoSuchAlgorithmException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        String override = System.getenv("MVNW_DISTRIBUTION_URL");
        URI url = URI.create(
                override == null || override.isBlank() ? properties.getProperty("distributionUrl") : override);
        String checksum = properties.getProperty("distributionSha512Sum", "").strip();
        String name = url.getPath().replaceAll(".*/|-bin\\.tar\\.gz$|\\.tar\\.gz$", "");
        // the checksum is part of the name: another archive of the same name is another Maven
        String key = checksum.isEmpty() ? "unchecked" : checksum.substring(0, 16);
        Path home = Path.of(System.getProperty("user.home"), ".m2", "wrapper", "dists", name, key);
        if (!Files.isDirectory(home)) {
            install(url, checksum, file, home);
        }
        return home;
    }

    private static void install(URI url, String checksum, Path properties, Path home)
            throws IOException, InterruptedException, NoSuchAlgorithmException {
        System.err.println("mvnw: no Maven 3.8.7 or newer on the PATH; fetching " + url);
        Files.createDirectories(home.getParent());
        Path work = Files.createTempDirectory(home.getParent(), "fetch");
        try {
            Path archive = work.resolve("maven.tar.gz");
            String actual = download(url, archive);
            if (!checksum.isEmpty() && !checksum.equalsIgnoreCase(actual)) {
                throw new IOException("SHA-512 of " + url + " is " + actual + ", but " + properties + " says "
                        + checksum
                        + ": the archive is damaged or another one; try again, or correct the file");
            }
            int exit = new ProcessBuilder("tar", "-xzf", "maven.tar.gz")
                    .directory(work.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException("tar ended with " + exit + " on the archive of " + url);
            }
            Files.delete(archive);
            moveInPlace(onlyFolder(work, url), home);
        } finally {
            delete(work);
        }
    }

    private static String download(URI url, Path archive) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        try {
            URLConnection connection = url.toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            try (InputStream in = new DigestInputStream(connection.getInputStream(), digest)) {
                Files.copy(in, archive);
            }
        } catch (IOException e) {
            throw new IOException("cannot fetch " + url + " (" + e + ")", e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static Path onlyFolder(Path work, URI url) throws IOException {
        try (Stream<Path> entries = Files.list(work)) {
            List<Path> folders = entries.toList();
            if (folders.size() != 1 || !Files.isRegularFile(folders.get(0).resolve("bin/mvn"))) {
                throw new IOException("the archive of " + url + " does not hold one folder with bin/mvn");
            }
            return folders.get(0);
        }
    }

    private static void moveInPlace(Path unpacked, Path home) throws IOException {
        try {
            Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // another mvnw was quicker; its copy is as good
            if (!Files.isDirectory(home)) {
                throw e;
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((left, right) -> right.compareTo(left)).toList()) {
                Files.delete(path);
            }
        }
    }
}
