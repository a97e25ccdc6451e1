package vesper.records.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.journal.files.AtomicFile;

/**
 * The file of a {@link RuleBook}. Every change replaces it atomically: a new file is written beside it, forced to disk
 * and moved into its place. {@code docs/formats/rules.md} describes its fields.
 */
final class RuleFile<R extends Rule> {
    static final int LARGEST_BYTES = 64 << 20;

    /** The content of the file, in the same structure. */
    record Content<R extends Rule>(long revision, List<StoredRule<R>> rules) {}

    private final Codec codec = new Codec(true);

    private final Path file;
    private final BiFunction<String, Map<?, ?>, ParsedRule<R>> understood;

    RuleFile(Path file, BiFunction<String, Map<?, ?>, ParsedRule<R>> understood) {
        this.file = file;
        this.understood = understood;
    }

    /** Reads the file; returns no rules if it does not exist. */
    Content<R> read() throws IOException {
        byte[] text;
        try {
            if (Files.size(file) > LARGEST_BYTES) throw damaged("it has more than " + LARGEST_BYTES + " bytes");
            text = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new Content<>(0, List.of());
        }
        return content(text);
    }

    /** Parses the text of a file. */
    Content<R> content(byte[] text) throws DamagedRulesException {
        return switch (codec.read(MediaFormat.JSON, text, Object.class)) {
            case DecodeResult.Value<Object>(Map<?, ?> fields) -> content(fields);
            case DecodeResult.Value<Object> _ -> throw damaged("it is no JSON object");
            case DecodeResult.Malformed<Object>(var reason, int line, int column) ->
                throw damaged("line " + line + ", column " + column + ": " + reason);
            case DecodeResult.TooLarge<Object>(var reason) -> throw damaged(reason);
            case DecodeResult.Mismatch<Object>(var bad) ->
                throw damaged(bad.getFirst().pointer() + ": " + bad.getFirst().detail());
        };
    }

    private Content<R> content(Map<?, ?> fields) throws DamagedRulesException {
        if (!(fields.get("rules") instanceof List<?> items)) throw damaged("/rules: expected a list");
        if (items.size() > RuleBook.MOST_RULES) throw damaged("/rules: more than " + RuleBook.MOST_RULES);
        long revision = counted(fields.get("revision"), "/revision");
        List<StoredRule<R>> rules = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < items.size(); i++) {
            StoredRule<R> stored = stored(items.get(i), "/rules/" + i);
            if (stored.version() > revision) throw damaged("/rules/" + i + "/version: above the revision");
            String name = stored.rule().name().toLowerCase(Locale.ROOT);
            boolean isNew = taken.add("id " + stored.rule().id()) && taken.add("name " + name);
            if (!isNew) throw damaged("/rules/" + i + "/rule: its id or its name is another rule's");
            rules.add(stored);
        }
        return new Content<>(revision, rules);
    }

    private StoredRule<R> stored(@Nullable Object item, String place) throws DamagedRulesException {
        if (!(item instanceof Map<?, ?> fields)) throw damaged(place + ": expected an object");
        if (!(fields.get("rule") instanceof Map<?, ?> rule)) throw damaged(place + "/rule: expected an object");
        if (!(rule.get("id") instanceof String id) || !RuleIds.isId(id))
            throw damaged(place + "/rule/id: expected small letters, digits and hyphens");
        long version = counted(fields.get("version"), place + "/version");
        return switch (understood.apply(id, rule)) {
            case ParsedRule.Valid<R>(R right) -> new StoredRule<>(right, version);
            case ParsedRule.Invalid<R>(var bad) ->
                throw damaged(bad.stream()
                        .map(one -> place + "/rule" + one.pointer().substring(1) + ": " + one.detail())
                        .collect(Collectors.joining("; ")));
        };
    }

    private long counted(@Nullable Object value, String place) throws DamagedRulesException {
        long count = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
        if (count < 1) throw damaged(place + ": expected a whole number above 0");
        return count;
    }

    private DamagedRulesException damaged(String what) {
        return new DamagedRulesException(file, what);
    }

    byte[] text(Content<R> content) {
        return codec.write(MediaFormat.JSON, content);
    }

    /** Replaces the file. The content is on disk when this returns. */
    void write(Content<R> content) throws IOException {
        AtomicFile.replace(file, text(content));
    }

    /**
     * Copies the file for operators to look at, unless there is an earlier copy.
     *
     * @return the copy, if one was made
     */
    Optional<Path> setAside() throws IOException {
        String name = file.getFileName().toString();
        Path aside = file.resolveSibling(name.replace(".json", ".before-cluster.json"));
        if (Files.exists(aside)) return Optional.empty();
        return Optional.of(Files.copy(file, aside));
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
