package vesper.documents;

import java.util.LinkedHashMap;
import java.util.Optional;

/** What attempts with a key have stored: so many and so old at most, the oldest forgotten first. */
final class FirstOutcomes {
    private final LinkedHashMap<IdempotencyKey, Write.Stored> outcomes = new LinkedHashMap<>();
    private final int most;

    FirstOutcomes(int most) {
        this.most = most;
    }

    synchronized Optional<Write.Stored> of(IdempotencyKey key, long nowMillis) {
        forgetOld(nowMillis);
        return Optional.ofNullable(outcomes.get(key));
    }

    synchronized void remember(IdempotencyKey key, Write.Stored outcome) {
        outcomes.putLast(key, outcome);
        if (outcomes.size() > most) outcomes.pollFirstEntry();
    }

    private void forgetOld(long nowMillis) {
        long oldest = nowMillis - CollectionPolicy.KEY_LIFE.toMillis();
        while (!outcomes.isEmpty() && outcomes.firstEntry().getValue().at().toEpochMilli() <= oldest) {
            outcomes.pollFirstEntry();
        }
    }
}
