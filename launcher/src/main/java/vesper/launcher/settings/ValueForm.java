package vesper.launcher.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import vesper.journal.SyncPolicy;

/**
 * The syntax of a setting's value.
 *
 * @param expected completes the sentence "expected …", for the message about an invalid value
 * @param kind the kind of value for programs: text, list, path, boolean, number, bytes, duration or choice
 * @param choices all possible values, if there are few
 * @param reader parses a text; returns empty if it is invalid
 */
record ValueForm<T>(String expected, String kind, List<String> choices, Function<String, Optional<T>> reader) {
    private static final String INTERVAL = "interval:";

    private ValueForm(String expected, String kind, Function<String, Optional<T>> reader) {
        this(expected, kind, List.of(), reader);
    }

    Optional<T> read(String text) {
        return reader.apply(text);
    }

    static ValueForm<String> text() {
        return new ValueForm<>("text", "text", Optional::of);
    }

    /** Texts separated by commas; blank text is an empty list. */
    static ValueForm<List<String>> list() {
        return new ValueForm<>(
                "texts separated by commas",
                "list",
                text -> Optional.of(Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList()));
    }

    /** The path of a file or folder; blank text is invalid. */
    static ValueForm<Path> path() {
        return new ValueForm<>("a path", "path", ValueForm::readPath);
    }

    /** The path of a file or folder, or blank text for none. */
    static ValueForm<Optional<Path>> optionalPath() {
        return new ValueForm<>("a path, or empty for off", "path", text -> {
            Optional<Path> path = readPath(text);
            return text.isBlank() || path.isPresent() ? Optional.of(path) : Optional.empty();
        });
    }

    static ValueForm<Boolean> yesOrNo() {
        return new ValueForm<>("true or false", "boolean", text -> switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    static ValueForm<Integer> number(int least, int most) {
        String expected = most == Integer.MAX_VALUE
                ? "a whole number of at least " + least
                : "a whole number from " + least + " to " + most;
        return new ValueForm<>(expected, "number", text -> readNumber(text).filter(n -> n >= least && n <= most));
    }

    /** A number of bytes, from 1 to {@code mostBytes}. */
    static ValueForm<Long> size(long mostBytes) {
        return new ValueForm<>(
                "a size such as 512, 8KiB or 10MiB, at most " + SizeBytes.text(mostBytes),
                "bytes",
                text -> SizeBytes.read(text).filter(bytes -> bytes >= 1 && bytes <= mostBytes));
    }

    static ValueForm<Duration> duration(Duration least, Duration most) {
        return new ValueForm<>(
                "a duration such as 500ms, 10s or 2m, from " + DurationText.of(least) + " to " + DurationText.of(most),
                "duration",
                text -> DurationText.read(text)
                        .filter(duration -> duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0));
    }

    /** The policy for syncing acknowledged writes to disk. */
    static ValueForm<SyncPolicy> sync() {
        return new ValueForm<>("always, none, or interval: and a duration such as 5s, from 1ms to 1h", "text", text -> {
            if (text.equals("always")) return Optional.of(new SyncPolicy.Always());
            if (text.equals("none")) return Optional.of(new SyncPolicy.None());
            if (!text.startsWith(INTERVAL)) return Optional.empty();
            return DurationText.read(text.substring(INTERVAL.length()))
                    .filter(time ->
                            time.compareTo(Duration.ofMillis(1)) >= 0 && time.compareTo(Duration.ofHours(1)) <= 0)
                    .map(SyncPolicy.Interval::new);
        });
    }

    /** The name of a constant in lower case, with hyphens for underscores. */
    static <E extends Enum<E>> ValueForm<E> oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        List<String> names = Arrays.stream(constants).map(ValueForm::nameOf).toList();
        return new ValueForm<>(
                "one of " + String.join(", ", names),
                "choice",
                names,
                text -> Arrays.stream(constants)
                        .filter(constant -> nameOf(constant).equals(text))
                        .findFirst());
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<Path> readPath(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> readNumber(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
