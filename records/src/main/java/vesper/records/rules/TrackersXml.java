package vesper.records.rules;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.rest.names.Nearest;

/**
 * Reads {@code conf/trackers.xml} in the format of the platforms that Vesper follows:
 * <pre>{@code
 * <trackers>
 *   <tracker pattern="/api/orders/**" method="POST" scope="all"
 *            sender-id="shop" receiver-id="erp" document-type="order"/>
 * </trackers>
 * }</pre>
 * Only {@code pattern} is required. Rules are matched in the order of the file. The file must not contain a DOCTYPE,
 * nor more than {@value #LARGEST_BYTES} bytes or {@value #MOST_RULES} rules. All errors are reported at once, with
 * their places.
 */
public final class TrackersXml {
    public static final int LARGEST_BYTES = 1 << 20;
    static final int MOST_RULES = 1000;
    private static final int MOST_ERRORS = 20;
    private static final List<String> KNOWN =
            List.of("pattern", "method", "scope", "sender-id", "receiver-id", "document-type");

    private final String file;
    private final XMLStreamReader xml;
    private final List<TrackerRule> rules = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    private TrackersXml(String file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    /**
     * Reads a file.
     *
     * @throws UnusableTrackersException if the file is invalid
     */
    public static List<TrackerRule> read(Path file) throws IOException {
        if (Files.size(file) > LARGEST_BYTES)
            throw new UnusableTrackersException(file + " has more than " + LARGEST_BYTES + " bytes");
        return read(file.toString(), Files.readAllBytes(file));
    }

    /**
     * Parses the content of a file.
     *
     * @param file name of the file in error messages
     * @throws UnusableTrackersException if the content is invalid
     */
    public static List<TrackerRule> read(String file, byte[] text) throws UnusableTrackersException {
        if (text.length > LARGEST_BYTES)
            throw new UnusableTrackersException(file + " has more than " + LARGEST_BYTES + " bytes");
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((_, _, _, _) -> new ByteArrayInputStream(new byte[0]));
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(text));
            TrackersXml reading = new TrackersXml(file, xml);
            reading.readAll();
            xml.close();
            return reading.outcome();
        } catch (XMLStreamException e) {
            throw new UnusableTrackersException(
                    place(file, e.getLocation()) + "is no well-formed XML: " + reason(e), e);
        }
    }

    private List<TrackerRule> outcome() throws UnusableTrackersException {
        if (wrong.isEmpty()) return List.copyOf(rules);
        throw new UnusableTrackersException(String.join("\n", wrong));
    }

    private void readAll() throws XMLStreamException {
        int depth = 0;
        while (xml.hasNext() && wrong.size() < MOST_ERRORS) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> element(depth++);
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) wrong("has text, which means nothing here");
                }
                case XMLStreamConstants.DTD -> {
                    wrong("has a DOCTYPE; write it without one");
                    // It may give any meaning to what follows.
                    return;
                }
                default -> {}
            }
        }
    }

    private void element(int depth) {
        String name = xml.getLocalName();
        if (depth == 0 && !name.equals("trackers")) wrong("expected <trackers>, found <" + name + ">");
        if (depth == 1 && !name.equals("tracker")) wrong("expected <tracker>, found <" + name + ">");
        if (depth > 1) wrong("<" + name + "> stands inside of a <tracker>");
        if (depth == 1 && name.equals("tracker")) tracker();
    }

    private void tracker() {
        int before = wrong.size();
        if (rules.size() == MOST_RULES) {
            wrong("has more than " + MOST_RULES + " rules");
            return;
        }
        Map<String, String> given = attributes();
        String pattern = given.getOrDefault("pattern", "");
        if (pattern.isEmpty()) wrong("a <tracker> has no pattern");
        else attribute("pattern", pattern, PathFilter::ant);
        List<Method> methods = or(List.of(), attribute("method", given.get("method"), TrackersXml::methods));
        TrackerScope scope = or(TrackerScope.ALL, attribute("scope", given.get("scope"), TrackersXml::scope));
        if (wrong.size() > before) return;
        try {
            rules.add(new TrackerRule(
                    pattern,
                    methods,
                    scope,
                    given.get("sender-id"),
                    given.get("receiver-id"),
                    given.get("document-type"),
                    List.of(),
                    TrackerRule.DEFAULT_BODY_BYTES));
        } catch (IllegalArgumentException e) {
            wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the attributes. Empty ones are ignored, because the platforms' editors write them. */
    private Map<String, String> attributes() {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = xml.getAttributeLocalName(i);
            if (!KNOWN.contains(name))
                wrong("the attribute " + name + " is not known" + Nearest.suggestion(name, KNOWN));
            String value = xml.getAttributeValue(i).strip();
            if (!value.isEmpty()) given.put(name, value);
        }
        return given;
    }

    private <T> @Nullable T attribute(String name, @Nullable String value, Function<String, T> understood) {
        if (value == null) return null;
        try {
            return understood.apply(value);
        } catch (IllegalArgumentException e) {
            wrong(name + " \"" + shown(value) + "\": " + e.getMessage());
            return null;
        }
    }

    private static <T> T or(T otherwise, @Nullable T value) {
        return value == null ? otherwise : value;
    }

    private static String shown(String value) {
        return value.length() <= 80 ? value : value.substring(0, 80) + "…";
    }

    private static List<Method> methods(String written) {
        if (written.equals("*") || written.equalsIgnoreCase("all")) return List.of();
        List<Method> methods = new ArrayList<>();
        for (String one : written.split("[,\\s]+")) methods.add(RuleWords.method(one));
        return methods;
    }

    private static TrackerScope scope(String written) {
        return RuleWords.one(TrackerScope.class, written.toLowerCase(Locale.ROOT));
    }

    private void wrong(String what) {
        wrong.add(place(file, xml.getLocation()) + what);
    }

    private static String place(String file, @Nullable Location location) {
        return location == null
                ? file + ": "
                : file + ":" + location.getLineNumber() + ":" + location.getColumnNumber() + ": ";
    }

    /** Returns the reason without the place, which the caller adds. */
    private static String reason(XMLStreamException failure) {
        String message = String.valueOf(failure.getMessage());
        int at = message.indexOf("Message: ");
        return at < 0 ? message : message.substring(at + "Message: ".length());
    }
}
