package io.sluice.app.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Chromium without a window, where it is installed. It can reach nothing but this machine. */
record Browser(Path program) {

    static Optional<Browser> find() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Browser::new);
    }

    /**
     * Loads a page and gives its scripts some seconds.
     *
     * @param folder for the browser's files
     * @return what the page has become, as HTML, and what the browser wrote to its log
     */
    List<String> load(String url, Path folder) throws IOException, InterruptedException {
        Path html = folder.resolve("page.html");
        Path log = folder.resolve("browser.log");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + folder.resolve("profile"),
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
                "--enable-logging=stderr",
                "--window-size=1200,1600",
                "--virtual-time-budget=20000",
                "--dump-dom",
                url));
        Process browser = new ProcessBuilder(command)
                .redirectOutput(html.toFile())
                .redirectError(log.toFile())
                .start();
        if (!browser.waitFor(2, TimeUnit.MINUTES)) {
            browser.destroyForcibly();
            throw new IOException("the browser has not ended: " + Files.readString(log));
        }
        return List.of(Files.readString(html, StandardCharsets.UTF_8), Files.readString(log, StandardCharsets.UTF_8));
    }
}
