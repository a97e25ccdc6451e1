package vesper.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A command-line flag of a peer, and its type of value.
 *
 * @param form the possible values, as shown to people
 * @param parser parses a value; returns empty if it is invalid
 */
public record PeerFlag<T>(String name, String form, Function<String, Optional<T>> parser) {
    /** The number of handler threads, behind those that wait for sockets. */
    public static final PeerFlag<Integer> THREADS = number("--threads", 1, 10_000);

    static final PeerFlag<Integer> PORT = number("--port", 0, 65_535);
    static final PeerFlag<Integer> IO_THREADS = number("--io-threads", 1, 256);

    public static PeerFlag<Path> folder(String name) {
        return new PeerFlag<>(name, "DIR", text -> text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text)));
    }

    public static <T> PeerFlag<T> oneOf(String name, List<T> values, Function<T, String> word) {
        String form = values.stream().map(word).collect(Collectors.joining("|"));
        return new PeerFlag<>(
                name,
                form,
                text -> values.stream()
                        .filter(value -> word.apply(value).equals(text))
                        .findFirst());
    }

    static PeerFlag<Integer> number(String name, int min, int max) {
        return new PeerFlag<>(name, min + ".." + max, text -> within(min, max, text));
    }

    /**
     * Parses a value.
     *
     * @throws IllegalArgumentException if it is invalid, with the possible values
     */
    T read(String text) {
        return parser.apply(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("invalid value " + text + " for " + name + "; expected " + form));
    }

    /** Returns the flag as in a usage line. */
    @Override
    public String toString() {
        return "[" + name + " " + form + "]";
    }

    private static Optional<Integer> within(int min, int max, String text) {
        try {
            int number = Integer.parseInt(text);
            return number < min || number > max ? Optional.empty() : Optional.of(number);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
