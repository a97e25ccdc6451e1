package vesper.documents;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.Place;

/** A document of which some versions are not in the view yet. Its monitor is held for reading and changing the places. */
final class Recent<T> {
    private final DocumentId id;
    /** The newest version in the view; null where there is none. */
    private @Nullable Place viewed;
    /** Versions behind that one that can be seen, oldest first. */
    private final Deque<Place> places = new ArrayDeque<>();
    /** The newest one that was entered. Written while the stripe is held. */
    private volatile @Nullable Logged<T> latest;
    /** The newest one that can be seen; null where that is the one in the view. */
    private volatile @Nullable Logged<T> shown;

    Recent(DocumentId id, @Nullable Place viewed) {
        this.id = id;
        this.viewed = viewed;
    }

    DocumentId id() {
        return id;
    }

    @Nullable
    Place viewed() {
        return viewed;
    }

    @Nullable
    Logged<T> latest() {
        return latest;
    }

    void enter(Logged<T> entered) {
        latest = entered;
    }

    @Nullable
    Logged<T> shown() {
        return shown;
    }

    /** @param kept how many versions are */
    synchronized void show(Logged<T> next, int kept) {
        places.add(next.place());
        if (places.size() > kept) places.remove();
        shown = next;
    }

    /** Nothing is on its way that could not be seen. */
    boolean isSettled() {
        Logged<T> newest = shown;
        return newest != null && newest == latest;
    }

    /** Versions that can be seen and are not in the view, oldest first. */
    synchronized List<Place> places() {
        return new ArrayList<>(places);
    }

    /** The version in the view has become this one. */
    synchronized void view(Place newest) {
        viewed = newest;
        while (!places.isEmpty() && places.element().version() <= newest.version()) places.remove();
    }

    synchronized boolean isViewed() {
        return places.isEmpty();
    }

    /** A version was copied forward. */
    synchronized void move(long version, long from, long to) {
        Place before = viewed;
        if (before != null && before.version() == version && before.position() == from) viewed = before.movedTo(to);
        for (int i = places.size(); i > 0; i--) {
            Place place = places.remove();
            places.add(place.version() == version && place.position() == from ? place.movedTo(to) : place);
        }
    }
}
