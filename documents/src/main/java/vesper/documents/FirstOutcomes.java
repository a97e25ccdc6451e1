package vesper.documents;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The outcomes of requests with an idempotency key. Number and age are bounded, and the oldest are forgotten first. The
 * platform's own keys are counted separately, so that they never displace those of clients.
 */
final class FirstOutcomes {
    private record KeyedOutcome(IdempotencyKey key, Write.Stored outcome) {}

    private final SequencedMap<String, KeyedOutcome> clients = new LinkedHashMap<>();
    private final SequencedMap<String, KeyedOutcome> own = new LinkedHashMap<>();
    private final int most;

    FirstOutcomes(int most) {
        this.most = most;
    }

    /** @return {@link Write.Stored}, or {@link Write.KeyUsed} if another request used the key */
    synchronized Optional<Write> of(IdempotencyKey key, long nowMillis) {
        KeyedOutcome first = keptWith(key).get(key.text());
        if (first == null || isOld(first.outcome, nowMillis)) return Optional.empty();
        boolean isSame = first.key.request().equals(key.request());
        return Optional.of(isSame ? first.outcome : new Write.KeyUsed());
    }

    private SequencedMap<String, KeyedOutcome> keptWith(IdempotencyKey key) {
        return key.isOwn() ? own : clients;
    }

    private static boolean isOld(Write.Stored outcome, long nowMillis) {
        return outcome.at().toEpochMilli() <= nowMillis - CollectionPolicy.KEY_LIFE.toMillis();
    }

    /** @return the keys that are forgotten now */
    synchronized List<IdempotencyKey> remember(IdempotencyKey key, Write.Stored outcome) {
        SequencedMap<String, KeyedOutcome> outcomes = keptWith(key);
        List<IdempotencyKey> forgotten = new ArrayList<>(1);
        KeyedOutcome before = outcomes.putLast(key.text(), new KeyedOutcome(key, outcome));
        // The keys have the same text and different digests, so the view has a row for each: the old one must go.
        if (before != null && !before.key.equals(key)) forgotten.add(before.key);
        long now = outcome.at().toEpochMilli();
        while (true) {
            Map.Entry<String, KeyedOutcome> oldest = outcomes.firstEntry();
            KeyedOutcome first = oldest.getValue();
            if (outcomes.size() <= most && !isOld(first.outcome, now)) return forgotten;
            outcomes.pollFirstEntry();
            forgotten.add(first.key);
        }
    }
}
