package vesper.documents;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.VersionPlace;

/** A document with versions that are not in the view yet. Its monitor guards the places. */
final class RecentDocument<T> {
    private final DocumentId id;
    /** The newest version in the view, or null if the view has no version. */
    private @Nullable VersionPlace viewed;
    /** Visible versions after the one in the view, oldest first. */
    private final Deque<VersionPlace> places = new ArrayDeque<>();
    /** The newest version that was entered. Written under the document's stripe. */
    private volatile @Nullable DurableVersion<T> latest;
    /** The newest visible version, or null if that is the one in the view. */
    private volatile @Nullable DurableVersion<T> shown;

    RecentDocument(DocumentId id, @Nullable VersionPlace viewed) {
        this.id = id;
        this.viewed = viewed;
    }

    DocumentId id() {
        return id;
    }

    @Nullable
    VersionPlace viewed() {
        return viewed;
    }

    @Nullable
    DurableVersion<T> latest() {
        return latest;
    }

    void enter(DurableVersion<T> entered) {
        latest = entered;
    }

    @Nullable
    DurableVersion<T> shown() {
        return shown;
    }

    /** @param kept number of versions to retain */
    synchronized void show(DurableVersion<T> next, int kept) {
        places.add(next.place());
        if (places.size() > kept) places.remove();
        shown = next;
    }

    /** Returns whether all entered versions are visible. */
    boolean isSettled() {
        DurableVersion<T> newest = shown;
        return newest != null && newest == latest;
    }

    /** Returns the visible versions that are not in the view, oldest first. */
    synchronized List<VersionPlace> places() {
        return new ArrayList<>(places);
    }

    /** Records that the view now has everything up to this version. */
    synchronized void view(VersionPlace newest) {
        viewed = newest;
        while (!places.isEmpty() && places.element().version() <= newest.version()) places.remove();
    }

    synchronized boolean isViewed() {
        return places.isEmpty();
    }

    /** Records that compaction has moved a version. */
    synchronized void move(long version, long from, long to) {
        VersionPlace before = viewed;
        if (before != null && before.version() == version && before.position() == from) viewed = before.movedTo(to);
        for (int i = places.size(); i > 0; i--) {
            VersionPlace place = places.remove();
            places.add(place.version() == version && place.position() == from ? place.movedTo(to) : place);
        }
    }
}
