package io.sluice.app.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The page of what is shipped beside our own code is made of the class path of a build and of the libraries' own POMs. To write it
 * anew: {@code ./mvnw verify -pl app -am -Dtest=DependenciesPageTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dsurefire.argLine=-Dsluice.docs=write}.
 */
class DependenciesPageTest {
    private static final Path PAGE = Path.of("../docs/dependencies.md");
    private static final Path CLASS_PATH = Path.of(System.getProperty("sluice.product.classpath", ""));
    private static final String HEAD = """
            # Dependencies

            The libraries of a running Sluice, with the licences that their POMs name. This page is made by a test (`DependenciesPageTest`), which fails when
            it is stale or when a licence comes in that is not among those listed in it. Dependabot, OSV-Scanner or OWASP Dependency-Check find known
            vulnerabilities by these coordinates; no such check is part of the build, because each needs a database from the net.

            | library | version | licence |
            | --- | --- | --- |
            """;

    /** Of these a library must offer at least one; none of them asks that Sluice itself be under it. */
    private static final Set<String> ACCEPTED = Set.of(
            "Apache-2.0",
            "MIT",
            "The MIT License",
            "BSD-3-Clause",
            "BSD 2-Clause License",
            "BSD-2-Clause",
            "Go License",
            "EPL 2.0",
            "EPL-2.0",
            "Eclipse Public License - v 1.0",
            "Eclipse Public License, Version 2.0",
            "CDDL + GPLv2 with classpath exception",
            "GNU Lesser General Public Licence");

    /** A library as its POM describes it. */
    private record Library(String name, String version, List<String> licences) {
        private String line() {
            return "| " + name + " | " + version + " | " + String.join(", ", licences) + " |\n";
        }
    }

    private static List<Library> libraries() throws Exception {
        List<Library> libraries = new ArrayList<>();
        for (String entry : Files.readString(CLASS_PATH).strip().split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            Path pom = Path.of(entry.replaceFirst("\\.jar$", ".pom"));
            // our own modules are folders of classes, or jars beside no POM
            if (entry.endsWith(".jar") && Files.exists(pom)) {
                Element project = read(pom);
                String group = text(project, "groupId")
                        .or(() -> child(project, "parent").flatMap(parent -> text(parent, "groupId")))
                        .orElseThrow();
                String artifact = jar.getName(jar.getNameCount() - 3).toString();
                String version = jar.getName(jar.getNameCount() - 2).toString();
                libraries.add(new Library(group + ":" + artifact, version, licences(pom, group)));
            }
        }
        return libraries;
    }

    /** Those that the POM names or, where it names none, its parent. */
    private static List<String> licences(Path pom, String group) throws Exception {
        Element project = read(pom);
        List<String> named = child(project, "licenses").stream()
                .flatMap(licences -> children(licences, "license"))
                .map(licence ->
                        text(licence, "name").or(() -> text(licence, "url")).orElse("?"))
                .map(DependenciesPageTest::shortened)
                .toList();
        Optional<Element> parent = child(project, "parent");
        if (!named.isEmpty() || parent.isEmpty()) {
            return named;
        }
        return licences(
                pomOf(repository(pom, group), parent.get()),
                text(parent.get(), "groupId").orElseThrow());
    }

    /** A POM is {@code repository/group/as/folders/artifact/version/artifact-version.pom}. */
    private static Path repository(Path pom, String group) {
        Path inGroup = pom.subpath(pom.getNameCount() - 3, pom.getNameCount());
        String path = pom.toString();
        return Path.of(path.substring(0, path.lastIndexOf("/" + group.replace('.', '/') + "/" + inGroup)));
    }

    private static Path pomOf(Path repository, Element coordinates) {
        String artifact = text(coordinates, "artifactId").orElseThrow();
        String version = text(coordinates, "version").orElseThrow();
        return repository
                .resolve(text(coordinates, "groupId").orElseThrow().replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
    }

    private static String shortened(String licence) {
        return licence.matches("(?i)(the )?apache\\b.*2(\\.0)?( license)?") ? "Apache-2.0" : licence;
    }

    private static Element read(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
    }

    private static Stream<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE
                        && node.getNodeName().equals(name))
                .map(Element.class::cast);
    }

    private static Optional<Element> child(Element parent, String name) {
        return children(parent, name).findFirst();
    }

    private static Optional<String> text(Element parent, String name) {
        return child(parent, name).map(element -> element.getTextContent().strip());
    }

    private static String page() throws Exception {
        return HEAD
                + libraries().stream().map(Library::line).sorted().distinct().collect(Collectors.joining());
    }

    @Test
    void pageListsWhatIsShipped() throws Exception {
        String page = page();
        if ("write".equals(System.getProperty("sluice.docs"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().as("stale; see the comment of this class").isEqualTo(page);
        assertThat(page).contains("| org.apache.kafka:kafka-streams |", "| info.picocli:picocli |");
    }

    @Test
    void everyLicenceLetsOthersShipIt() throws Exception {
        List<Library> libraries = libraries();
        assertThat(libraries).hasSizeGreaterThan(50);
        assertThat(libraries)
                .filteredOn(library -> Collections.disjoint(library.licences(), ACCEPTED))
                .isEmpty();
    }
}
