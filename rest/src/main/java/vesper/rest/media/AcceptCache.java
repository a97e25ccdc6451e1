package vesper.rest.media;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Accept} texts that were parsed last. Clients send the same few again and again; one that sends others
 * takes their places, never more memory: 64 texts of at most 256 characters.
 */
final class AcceptCache {
    static final AcceptCache SHARED = new AcceptCache();

    private static final int PLACES = 64;
    private static final int LONGEST = 256;

    private record Parsed(String text, Accept accept) {}

    private final AtomicReferenceArray<@Nullable Parsed> places = new AtomicReferenceArray<>(PLACES);

    Accept get(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 16) & PLACES - 1;
        Parsed known = places.getPlain(place);
        if (known != null && known.text.equals(text)) return known.accept;
        Accept accept = Accept.parse(text);
        if (text.length() <= LONGEST) places.setRelease(place, new Parsed(text, accept));
        return accept;
    }
}
