package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/** A collection in memory that retains all its changes, or the last few. */
final class SampleCollection implements IndexSource {
    private final NavigableMap<String, SearchedDocument> current = new TreeMap<>();
    private final NavigableMap<Long, SearchedDocument> changes = new TreeMap<>();
    private final String life = UUID.randomUUID().toString();
    private final int kept;
    private long sequence;
    private boolean isHeld;
    private long reads;
    private volatile Runnable whenListed = () -> {};
    private volatile Runnable whenLifeIsRead = () -> {};

    SampleCollection() {
        this(Integer.MAX_VALUE);
    }

    /** @param kept number of changes to retain */
    SampleCollection(int kept) {
        this.kept = kept;
    }

    synchronized SearchedDocument put(String id, String json, long storedAtMillis) {
        return take(SearchedDocument.stored(id, versionOf(id) + 1, storedAtMillis, json.getBytes(UTF_8)));
    }

    synchronized void delete(String id, long storedAtMillis) {
        take(SearchedDocument.deleted(id, versionOf(id) + 1, storedAtMillis));
    }

    private long versionOf(String id) {
        SearchedDocument before = current.get(id);
        return before == null ? 0 : before.version();
    }

    private SearchedDocument take(SearchedDocument next) {
        if (next.isDeleted()) current.remove(next.id());
        else current.put(next.id(), next);
        changes.put(++sequence, next);
        if (changes.size() > kept) changes.pollFirstEntry();
        notifyAll();
        return next;
    }

    /** While held, the collection returns no changes. */
    synchronized void hold(boolean isHeld) {
        this.isHeld = isHeld;
        notifyAll();
    }

    /** Returns how often changes were read. */
    synchronized long reads() {
        return reads;
    }

    /** Sets a callback that runs before each part of a listing. */
    void whenListed(Runnable listed) {
        whenListed = listed;
    }

    /** Sets a callback that runs before the life is returned, as when an index is opened. */
    void whenLifeIsRead(Runnable read) {
        whenLifeIsRead = read;
    }

    synchronized List<SearchedDocument> all() {
        return List.copyOf(current.values());
    }

    Iterator<SearchedDocument> iterator() {
        return all().iterator();
    }

    @Override
    public String life() {
        whenLifeIsRead.run();
        return life;
    }

    @Override
    public synchronized long sequence() {
        return sequence;
    }

    @Override
    public synchronized PollResult changes(long after, int most, Duration longestWait) throws InterruptedException {
        reads++;
        long until = System.nanoTime() + longestWait.toNanos();
        while ((isHeld || sequence <= after) && System.nanoTime() < until) {
            wait(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        }
        if (isHeld) return new PollResult.Changes(List.of(), after);
        if (after < sequence && (changes.isEmpty() || changes.firstKey() > after + 1)) return new PollResult.Gone();
        List<SearchedDocument> next = new ArrayList<>();
        long upTo = after;
        for (var change : changes.tailMap(after, false).entrySet()) {
            if (next.size() == most) break;
            next.add(change.getValue());
            upTo = change.getKey();
        }
        return new PollResult.Changes(next, upTo);
    }

    @Override
    public List<SearchedDocument> list(String after, int limit) {
        whenListed.run();
        synchronized (this) {
            return current.tailMap(after, false).values().stream().limit(limit).toList();
        }
    }
}
