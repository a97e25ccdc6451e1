package vesper.records.watching;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import vesper.journal.files.AtomicFile;

/**
 * The state that callbacks need after a restart, as kept in a file:
 * <pre>
 * file    := "vesper callbacks 1" LF "traces " hex{16} LF journal*
 * journal := position " " sequence LF                               decimal, in the order of the journals' numbers
 * </pre>
 *
 * @param journals one place for each journal
 */
record DeliveryPlaces(CallTraces traces, List<JournalPlace> journals) {
    private static final String HEAD = "vesper callbacks 1";
    private static final String TRACES = "traces ";
    private static final int LARGEST_BYTES = 1 << 20;

    DeliveryPlaces {
        journals = List.copyOf(journals);
    }

    /**
     * Reads the file; returns empty if it does not exist.
     *
     * @throws IOException if the file cannot be read or is malformed
     */
    static Optional<DeliveryPlaces> read(Path file) throws IOException {
        if (Files.notExists(file)) return Optional.empty();
        if (Files.size(file) > LARGEST_BYTES)
            throw new IOException(file + " has more than " + LARGEST_BYTES + " bytes");
        List<String> lines =
                new String(Files.readAllBytes(file), US_ASCII).lines().toList();
        try {
            return Optional.of(understood(lines));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " cannot be understood: " + e.getMessage(), e);
        }
    }

    private static DeliveryPlaces understood(List<String> lines) {
        if (lines.size() < 2 || !lines.get(0).equals(HEAD) || !lines.get(1).startsWith(TRACES))
            throw new IllegalArgumentException("it does not begin with \"" + HEAD + "\"");
        CallTraces traces =
                new CallTraces(HexFormat.fromHexDigitsToLong(lines.get(1).substring(TRACES.length())));
        List<JournalPlace> journals = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            int blank = line.indexOf(' ');
            if (blank < 0) throw new IllegalArgumentException("a line without a blank");
            journals.add(new JournalPlace(
                    Long.parseLong(line.substring(0, blank)), Long.parseLong(line.substring(blank + 1))));
        }
        return new DeliveryPlaces(traces, journals);
    }

    /** Replaces the file atomically. It is on disk when this returns. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        text.append(TRACES).append(HexFormat.of().toHexDigits(traces.high())).append('\n');
        for (JournalPlace place : journals)
            text.append(place.position()).append(' ').append(place.sequence()).append('\n');
        AtomicFile.replace(file, text.toString().getBytes(US_ASCII));
    }
}
