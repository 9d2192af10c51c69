package io.sluice.app.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class LatenessPlotTest {
    private static final int RED = 0xff_c8_3e_2e;
    private static final int GREEN = 0xff_2e_7d_4f;

    @TempDir
    private Path folder;

    private static LatenessPlot plot(boolean late) {
        DelayStudy study = new DelayStudy(List.of(Duration.ofMinutes(2)), 0);
        LatenessOverTime time = new LatenessOverTime();
        for (int minute = 0; minute < 60; minute++) {
            var row = DelayStudyTest.row(late && minute == 40 ? 5 : minute, minute);
            study.add(row);
            time.add(1_794_000_000_000L + minute * 60_000L, row);
        }
        return new LatenessPlot(
                "Lateness of <freezers>", study, time, Duration.ofMinutes(2), LatenessPlot.Arrival.TIME);
    }

    /** In the chart over time, the upper one. */
    private long redPixels(String name, LatenessPlot plot) throws Exception {
        Path file = folder.resolve(name);
        plot.write(file);
        BufferedImage image = ImageIO.read(file.toFile());
        return IntStream.range(0, image.getWidth() * (image.getHeight() / 2))
                .filter(at -> image.getRGB(at % image.getWidth(), at / image.getWidth()) == RED)
                .count();
    }

    @Test
    void lateRowIsSeenInThePng() throws Exception {
        long withLate = redPixels("late.png", plot(true));
        long without = redPixels("none.png", plot(false));
        assertThat(withLate).isGreaterThan(without + 50);
    }

    /** Two minutes of more than thirty: at the left of its line the label would lie on the axis. */
    @Test
    void labelOfAShortDelayIsNotCutOff() throws Exception {
        Path file = folder.resolve("label.png");
        plot(true).write(file);
        BufferedImage image = ImageIO.read(file.toFile());
        int line = 0;
        int most = 0;
        int last = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            int column = x;
            int green = (int) IntStream.range(image.getHeight() / 2, image.getHeight())
                    .filter(y -> image.getRGB(column, y) == GREEN)
                    .count();
            last = green > 0 ? x : last;
            line = green > most ? x : line;
            most = Math.max(most, green);
        }
        assertThat(last).isGreaterThan(line + 100);
    }

    @Test
    void svgIsWellFormedAndHasTheWordsOfBothCharts() throws Exception {
        Path file = folder.resolve("plot.SVG");
        plot(true).write(file);
        DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
        parsers.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        Document svg = parsers.newDocumentBuilder().parse(file.toFile());
        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getTextContent())
                .contains("Lateness of <freezers>", "delay of the query", "What each delay drops", "delay, minutes");
        assertThat(Files.size(file)).isLessThan(300_000);
    }

    @Test
    void endingSaysWhatIsWritten() {
        assertThat(LatenessPlot.canWrite(Path.of("a.svg"))).isTrue();
        assertThat(LatenessPlot.canWrite(Path.of("a.PNG"))).isTrue();
        assertThat(LatenessPlot.canWrite(Path.of("svg"))).isFalse();
    }
}
