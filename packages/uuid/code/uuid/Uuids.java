package uuid;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** UUIDs in their text form. */
public record Uuids(List<String> uuids) {
    static Uuids of(int count, Supplier<UUID> source) {
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) texts.add(source.get().toString());
        return new Uuids(texts);
    }
}
