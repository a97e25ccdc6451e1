package vesper.services.collections;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.documents.CollectionPolicy;
import vesper.documents.Storage;

/**
 * Parses declarations of collections in a package's settings, such as
 * {@code documents.notes=durable, strict, versions=10, ttl=30d, max=64KiB, schema=conf/note.json}.
 */
public final class PolicyText {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?(B|KiB|MiB)?");
    private static final String OPTIONS =
            "memory, durable, replicated, strict, immutable, versions=N, ttl=TIME, max=SIZE, schema=FILE";

    private CollectionPolicy policy = CollectionPolicy.DURABLE;
    private Optional<String> schema = Optional.empty();
    private final List<String> problems = new ArrayList<>();

    private PolicyText() {}

    /**
     * Returns the declaration of a collection without a class.
     *
     * @throws BadDeclarationException with everything that is wrong with the text
     */
    public static Declaration declaration(String name, String text, String origin) throws BadDeclarationException {
        var read = new PolicyText();
        String[] words = text.split(",");
        for (int i = 0; i < words.length; i++) read.word(words[i].strip(), i == 0);
        if (!read.problems.isEmpty()) {
            throw new BadDeclarationException(origin + ": documents." + name + ": " + String.join("; ", read.problems));
        }
        return new Declaration(name, read.policy, Optional.empty(), read.schema, Optional.empty(), origin);
    }

    private void word(String word, boolean isFirst) {
        int equals = word.indexOf('=');
        String key = (equals < 0 ? word : word.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
        String value = equals < 0 ? "" : word.substring(equals + 1).strip();
        try {
            switch (key) {
                case "memory" -> policy = isFirst ? CollectionPolicy.MEMORY : notFirst(word);
                case "durable" -> policy = isFirst ? CollectionPolicy.DURABLE : notFirst(word);
                case "replicated" -> policy = isFirst ? CollectionPolicy.REPLICATED : notFirst(word);
                case "strict" -> policy = policy.withStrict(true);
                case "immutable" -> policy = policy.withImmutable(true);
                case "versions" -> policy = policy.withVersions(Integer.parseInt(value));
                case "ttl" -> policy = policy.withTimeToLive(timeToLive(value));
                case "max" -> policy = policy.withMaxBytes(bytes(value));
                case "schema" -> schema = Optional.of(value);
                default -> problems.add("'" + word + "' is not known" + hint(word) + "; known options: " + OPTIONS);
            }
        } catch (NumberFormatException _) {
            problems.add("'" + word + "' needs a number");
        } catch (IllegalArgumentException invalid) {
            problems.add("'" + word + "': " + invalid.getMessage());
        }
    }

    /** The most frequent mistake is a missing comma. */
    private static String hint(String word) {
        return word.chars().anyMatch(Character::isWhitespace)
                ? ", separate options by commas: '" + String.join(", ", word.split("\\s+")) + "'"
                : "";
    }

    private CollectionPolicy notFirst(String word) {
        problems.add("'" + word + "' must come first");
        return policy;
    }

    /** @throws IllegalArgumentException if the text is not a positive duration */
    static Duration timeToLive(String text) {
        Duration time = duration(text);
        if (time.isPositive()) return time;
        throw new IllegalArgumentException("expected a time above 0; omit it to keep documents");
    }

    /** @throws IllegalArgumentException if the text is not a duration */
    static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a time like 30d, 12h, 15m or 10s; its units are d, h, m, s and ms");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** @throws IllegalArgumentException if the text is not a size */
    static int bytes(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches())
            throw new IllegalArgumentException("expected a size like 64KiB or 1MiB; its units are B, KiB and MiB");
        String unit = matcher.group(2) == null ? "B" : matcher.group(2);
        int shift = switch (unit) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            default -> 0;
        };
        long bytes = Long.parseLong(matcher.group(1)) << shift;
        return Math.toIntExact(Math.min(bytes, Integer.MAX_VALUE));
    }

    /** Returns the default policy of a storage. */
    static CollectionPolicy of(Storage storage) {
        return switch (storage) {
            case MEMORY -> CollectionPolicy.MEMORY;
            case DURABLE -> CollectionPolicy.DURABLE;
            case REPLICATED -> CollectionPolicy.REPLICATED;
        };
    }
}
