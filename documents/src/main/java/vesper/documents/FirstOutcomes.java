package vesper.documents;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What attempts with a key have stored: so many and so old at most, the oldest forgotten first. */
final class FirstOutcomes {
    private final LinkedHashMap<IdempotencyKey, Write.Stored> outcomes = new LinkedHashMap<>();
    private final int most;

    FirstOutcomes(int most) {
        this.most = most;
    }

    synchronized Optional<Write.Stored> of(IdempotencyKey key, long nowMillis) {
        return Optional.ofNullable(outcomes.get(key)).filter(outcome -> !isOld(outcome, nowMillis));
    }

    private static boolean isOld(Write.Stored outcome, long nowMillis) {
        return outcome.at().toEpochMilli() <= nowMillis - CollectionPolicy.KEY_LIFE.toMillis();
    }

    /** @return the keys that are not known any more */
    synchronized List<IdempotencyKey> remember(IdempotencyKey key, Write.Stored outcome) {
        outcomes.putLast(key, outcome);
        long now = outcome.at().toEpochMilli();
        List<IdempotencyKey> forgotten = new ArrayList<>(1);
        while (true) {
            Map.Entry<IdempotencyKey, Write.Stored> oldest = outcomes.firstEntry();
            if (outcomes.size() <= most && !isOld(oldest.getValue(), now)) return forgotten;
            outcomes.pollFirstEntry();
            forgotten.add(oldest.getKey());
        }
    }
}
