package io.sluice.app.lateness;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.ToLongFunction;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;

/** Two charts in one picture: lateness over the time of arrival, and what each delay loses. */
public final class LatenessPlot {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 760;
    private static final int PIXELS = 2;
    private static final int MOST_STEPS = 1_000;

    private static final Color INK = new Color(0x33, 0x3d, 0x47);
    private static final Color PALE = new Color(0xdd, 0xe2, 0xe7);
    private static final Color LATE = new Color(0x5b, 0x8f, 0xc9);
    private static final Color NEEDED = new Color(0xc8, 0x3e, 0x2e);
    private static final Color MARK = new Color(0x2e, 0x7d, 0x4f);

    private final String title;
    private final DelayStudy study;
    private final LatenessOverTime time;
    private final Duration delay;
    private final Arrival arrival;

    /** What the time of arrival is counted in. */
    public enum Arrival {
        /** Milliseconds since 1970-01-01T00:00Z. */
        TIME,
        /** Messages, from the first one. */
        MESSAGES
    }

    /** @param delay of the query, which is marked */
    public LatenessPlot(String title, DelayStudy study, LatenessOverTime time, Duration delay, Arrival arrival) {
        this.title = title;
        this.study = study;
        this.time = time;
        this.delay = delay;
        this.arrival = arrival;
    }

    /** Whether a file's name says SVG or PNG. */
    public static boolean canWrite(Path file) {
        return ending(file, ".svg") || ending(file, ".png");
    }

    private static boolean ending(Path file, String ending) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** @param file whose name says SVG or PNG; what it held is replaced */
    public void write(Path file) throws IOException {
        // a machine that runs queries has no screen
        System.setProperty("java.awt.headless", "true");
        if (ending(file, ".svg")) {
            writeSvg(file);
        } else {
            writePng(file);
        }
    }

    private void writePng(Path file) throws IOException {
        BufferedImage image = new BufferedImage(WIDTH * PIXELS, HEIGHT * PIXELS, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(PIXELS, PIXELS);
        draw(graphics);
        graphics.dispose();
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        }
    }

    private void writeSvg(Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        draw(graphics);
        try (Writer out = new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8)) {
            graphics.stream(out, true);
        }
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException impossible) {
            throw new IllegalStateException("every JDK makes XML documents", impossible);
        }
    }

    private void draw(Graphics2D graphics) {
        int half = HEIGHT / 2;
        overTime().draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, half));
        loss().draw(graphics, new Rectangle2D.Double(0, half, WIDTH, HEIGHT - half));
    }

    private JFreeChart overTime() {
        long largest = time.latest().values().stream()
                .mapToLong(latest -> Math.max(latest.behind(), latest.droppedUpTo()))
                .max()
                .orElse(0);
        // the delay shall be seen beside what it is for
        long shown = Math.max(largest, micros(delay));
        Unit unit = Unit.of(shown);
        XYSeriesCollection series = new XYSeriesCollection();
        series.addSeries(points("behind the newest reading", unit, LatenessOverTime.Latest::behind));
        series.addSeries(points("delay that its window would have needed", unit, LatenessOverTime.Latest::droppedUpTo));
        XYLineAndShapeRenderer dots = new XYLineAndShapeRenderer(false, true);
        dots.setSeriesShape(0, new Ellipse2D.Double(-1.5, -1.5, 3, 3));
        dots.setSeriesShape(1, new Ellipse2D.Double(-2.5, -2.5, 5, 5));
        dots.setSeriesPaint(0, LATE);
        dots.setSeriesPaint(1, NEEDED);
        NumberAxis up = axis("lateness, " + unit.text);
        up.setRange(0, unit.ofMicros(Math.max(1_000_000, shown)) * 1.1);
        XYPlot plot = plot(series, arrivalAxis(), up, dots);
        plot.addRangeMarker(marker(unit.of(delay), "delay of the query", RectangleAnchor.TOP_RIGHT, MARK));
        return chart(title, plot);
    }

    private ValueAxis arrivalAxis() {
        if (arrival == Arrival.MESSAGES) {
            return axis("message, in order of arrival");
        }
        DateAxis axis =
                new DateAxis("arrival (the record's timestamp in Kafka, UTC)", TimeZone.getTimeZone("UTC"), Locale.UK);
        style(axis);
        return axis;
    }

    private XYSeries points(String name, Unit unit, ToLongFunction<LatenessOverTime.Latest> value) {
        XYSeries series = new XYSeries(name);
        time.latest().forEach((at, latest) -> {
            long micros = value.applyAsLong(latest);
            if (micros >= 0) {
                series.add(at.doubleValue(), unit.ofMicros(micros));
            }
        });
        return series;
    }

    private JFreeChart loss() {
        List<NeededDelays.Loss> steps = study.steps();
        long longest = Math.max(steps.get(steps.size() - 1).micros(), micros(delay));
        Unit unit = Unit.of(longest);
        XYSeries series = new XYSeries("dropped");
        long least = longest / MOST_STEPS;
        NeededDelays.@Nullable Loss last = null;
        for (NeededDelays.Loss step : steps) {
            boolean seen = last == null
                    || step.micros() - last.micros() > least
                    || (last.dropped() - step.dropped()) * MOST_STEPS > study.rows()
                    || step.dropped() == 0;
            if (seen) {
                series.add(unit.ofMicros(step.micros()), study.percent(step.dropped()));
                last = step;
            }
        }
        series.add(unit.ofMicros(longest) * 1.1, 0);
        XYStepRenderer line = new XYStepRenderer();
        line.setSeriesPaint(0, NEEDED);
        line.setSeriesStroke(0, new BasicStroke(2));
        XYPlot plot = plot(new XYSeriesCollection(series), axis("delay, " + unit.text), axis("dropped, %"), line);
        double enough = unit.ofMicros(steps.get(steps.size() - 1).micros());
        double end = unit.ofMicros(longest);
        plot.addDomainMarker(upright(enough, end, "drops none", NEEDED));
        plot.addDomainMarker(upright(unit.of(delay), end, "delay of the query", MARK));
        JFreeChart chart = chart("What each delay drops", plot);
        chart.removeLegend();
        return chart;
    }

    private static long micros(Duration delay) {
        return delay.toMillis() * 1_000;
    }

    private static XYPlot plot(XYSeriesCollection series, ValueAxis across, ValueAxis up, XYItemRenderer renderer) {
        XYPlot plot = new XYPlot(series, across, up, renderer);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinePaint(PALE);
        plot.setRangeGridlinePaint(PALE);
        plot.setDomainGridlineStroke(new BasicStroke(1));
        plot.setRangeGridlineStroke(new BasicStroke(1));
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        return plot;
    }

    private static NumberAxis axis(String label) {
        NumberAxis axis = new NumberAxis(label);
        axis.setAutoRangeIncludesZero(true);
        style(axis);
        return axis;
    }

    private static void style(ValueAxis axis) {
        axis.setLabelFont(font(Font.PLAIN, 12));
        axis.setTickLabelFont(font(Font.PLAIN, 11));
        axis.setLabelPaint(INK);
        axis.setTickLabelPaint(INK);
        axis.setLowerMargin(0);
    }

    /** Labelled at its left, unless the axis is too near there. */
    private static ValueMarker upright(double at, double end, String label, Color color) {
        boolean left = at > end / 6;
        ValueMarker marker = marker(at, label, left ? RectangleAnchor.TOP_LEFT : RectangleAnchor.TOP_RIGHT, color);
        marker.setLabelTextAnchor(left ? TextAnchor.TOP_RIGHT : TextAnchor.TOP_LEFT);
        return marker;
    }

    private static ValueMarker marker(double at, String label, RectangleAnchor anchor, Color color) {
        ValueMarker marker = new ValueMarker(at, color, new BasicStroke(1.5f));
        marker.setLabel(label);
        marker.setLabelFont(font(Font.PLAIN, 11));
        marker.setLabelPaint(color);
        marker.setLabelBackgroundColor(Color.WHITE);
        marker.setLabelAnchor(anchor);
        boolean right = anchor == RectangleAnchor.TOP_RIGHT;
        marker.setLabelTextAnchor(right ? TextAnchor.BOTTOM_RIGHT : TextAnchor.TOP_RIGHT);
        return marker;
    }

    private static JFreeChart chart(String title, XYPlot plot) {
        JFreeChart chart = new JFreeChart(title, font(Font.BOLD, 14), plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(10, 10, 10, 20));
        TextTitle heading = chart.getTitle();
        heading.setPaint(INK);
        chart.getLegend().setItemFont(font(Font.PLAIN, 12));
        chart.getLegend().setItemPaint(INK);
        chart.getLegend().setFrame(BlockBorder.NONE);
        return chart;
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    /** What an axis counts in. */
    private enum Unit {
        SECONDS("seconds", 1_000_000L),
        MINUTES("minutes", 60_000_000L),
        HOURS("hours", 3_600_000_000L),
        DAYS("days", 86_400_000_000L);

        private final String text;
        private final long micros;

        Unit(String text, long micros) {
            this.text = text;
            this.micros = micros;
        }

        /** The largest that the longest time holds twice. */
        static Unit of(long longest) {
            Unit fitting = SECONDS;
            for (Unit unit : values()) {
                fitting = longest >= 2 * unit.micros ? unit : fitting;
            }
            return fitting;
        }

        double of(Duration time) {
            return time.toMillis() * 1_000.0 / micros;
        }

        double ofMicros(long time) {
            return (double) time / micros;
        }
    }
}
