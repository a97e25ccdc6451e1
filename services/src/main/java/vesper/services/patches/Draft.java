package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import vesper.services.trees.Pointer;
import vesper.services.trees.ValueOrder;

/**
 * A document that the operations of a patch modify. It tracks its size by examining only the parts that an operation
 * touches. It rejects an operation that would exceed the bounds, before the document grows. Not thread-safe.
 */
final class Draft {
    /**
     * Bound on moves and copies, as a multiple of the largest document. Both examine all that they carry; a thousand
     * operations that carry the same megabyte back and forth would take seconds.
     */
    private static final int MOST_CARRIED = 16;

    /**
     * Size of the largest document that this bound assumes at least, so that collections of small documents allow many
     * moves as well.
     */
    private static final long LEAST_BYTES = 1 << 20;

    /** Bound on the list elements that all operations may shift: some tenths of a second. */
    private static final long MOST_SHIFTED = 100_000_000;

    private final PatchBounds bounds;
    private JsonNode root;
    private long bytes;
    private long carriedBytes;
    private long shifted;

    /** @param root the document to modify; the caller must not use it elsewhere */
    Draft(JsonNode root, PatchBounds bounds) {
        this.root = root;
        this.bounds = bounds;
        this.bytes = Extent.of(root).bytes();
    }

    JsonNode root() {
        return root;
    }

    /** Returns the current size of the document, written without whitespace. */
    long bytes() {
        return bytes;
    }

    void add(Pointer path, JsonNode value) {
        put(path, value, Extent.of(value), true);
    }

    void remove(Pointer path) {
        take(path, Extent.of(found(path)));
    }

    private void take(Pointer path, Extent extent) {
        JsonNode parent = found(path.parent());
        switch (parent) {
            case ObjectNode object -> {
                object.remove(path.last());
                bytes -= Extent.name(path.last());
            }
            case ArrayNode array -> {
                int at = index(path.last());
                shift(array, at, path);
                array.remove(at);
            }
            default -> throw new IllegalStateException("nothing is in " + parent.getNodeType());
        }
        bytes -= extent.bytes() + (parent.isEmpty() ? 0 : 1);
    }

    void replace(Pointer path, JsonNode value) {
        JsonNode before = found(path);
        Extent extent = Extent.of(value);
        long grown = bytes - Extent.of(before).bytes() + extent.bytes();
        checkRoom(grown, path, extent);
        set(path, value.deepCopy());
        bytes = grown;
    }

    private void set(Pointer path, JsonNode value) {
        if (path.isRoot()) {
            root = value;
            return;
        }
        switch (found(path.parent())) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array -> array.set(index(path.last()), value);
            case JsonNode other -> throw new IllegalStateException("nothing is in " + other.getNodeType());
        }
    }

    void move(Pointer from, Pointer path) {
        JsonNode value = found(from);
        if (from.equals(path)) return;
        Extent extent = carried(value);
        take(from, extent);
        put(path, value, extent, false);
    }

    void copy(Pointer from, Pointer path) {
        JsonNode value = found(from);
        put(path, value, carried(value), true);
    }

    void test(Pointer path, JsonNode value) {
        if (!ValueOrder.areSame(found(path), value)) {
            throw RefusedOperationException.unfit("what is at " + path.told() + " is not what was expected there");
        }
    }

    private Extent carried(JsonNode value) {
        Extent extent = Extent.of(value);
        carriedBytes += extent.bytes();
        long document = Math.max(LEAST_BYTES, bounds.bytes());
        if (carriedBytes / MOST_CARRIED < document) return extent;
        throw RefusedOperationException.tooLarge(
                "as much would be moved and copied in all as " + MOST_CARRIED + " documents of " + document + " bytes");
    }

    /** Counts the elements that an insertion or removal shifts. */
    private void shift(ArrayNode array, int at, Pointer path) {
        shifted += array.size() - at;
        if (shifted <= MOST_SHIFTED) return;
        throw RefusedOperationException.tooLarge("more than " + MOST_SHIFTED
                + " elements would have to move for others before them, the last ones in "
                + path.parent().told());
    }

    /** Adds as RFC 6902, section 4.1, requires: replaces an existing member, or inserts before an existing element. */
    private void put(Pointer path, JsonNode value, Extent extent, boolean isOthers) {
        if (path.isRoot()) {
            checkRoom(extent.bytes(), path, extent);
            root = isOthers ? value.deepCopy() : value;
            bytes = extent.bytes();
            return;
        }
        JsonNode parent = found(path.parent());
        switch (parent) {
            case ObjectNode object -> {
                JsonNode before = object.get(path.last());
                long grown = bytes + extent.bytes() + (before == null ? nameIn(object, path) : -sizeOf(before));
                checkRoom(grown, path, extent);
                object.set(path.last(), isOthers ? value.deepCopy() : value);
                bytes = grown;
            }
            case ArrayNode array -> {
                int at = placeIn(array, path);
                long grown = bytes + extent.bytes() + (array.isEmpty() ? 0 : 1);
                checkRoom(grown, path, extent);
                shift(array, at, path);
                array.insert(at, isOthers ? value.deepCopy() : value);
                bytes = grown;
            }
            default -> throw holdsNothing(path, path.tokens().size() - 1);
        }
    }

    private static long nameIn(ObjectNode object, Pointer path) {
        return Extent.name(path.last()) + (object.isEmpty() ? 0 : 1);
    }

    private static long sizeOf(JsonNode value) {
        return Extent.of(value).bytes();
    }

    private void checkRoom(long grown, Pointer path, Extent extent) {
        if (grown > bounds.bytes()) {
            throw RefusedOperationException.tooLarge(
                    "the document would have " + grown + " bytes; at most " + bounds.bytes());
        }
        long levels = (long) path.tokens().size() + extent.levels();
        if (levels > bounds.levels()) {
            throw RefusedOperationException.tooLarge(
                    "the document would have " + levels + " levels; at most " + bounds.levels());
        }
    }

    private JsonNode found(Pointer path) {
        JsonNode at = root;
        for (int i = 0; i < path.tokens().size(); i++) at = child(at, path, i);
        return at;
    }

    /** Returns the value that the token at this position of a path leads to. */
    private static JsonNode child(JsonNode parent, Pointer path, int place) {
        String token = path.tokens().get(place);
        JsonNode child = switch (parent) {
            case ObjectNode object -> object.get(token);
            case ArrayNode array -> array.get(elementIn(array, path, place));
            default -> throw holdsNothing(path, place);
        };
        if (child != null) return child;
        throw RefusedOperationException.unfit(
                "there is no " + upTo(path, place + 1).told());
    }

    private static int elementIn(ArrayNode array, Pointer path, int place) {
        String token = path.tokens().get(place);
        if (token.equals("-")) {
            throw RefusedOperationException.unfit(
                    upTo(path, place + 1).told() + " is the place behind the last element, where nothing is");
        }
        return within(array.size() - 1, array, path, place);
    }

    private static int placeIn(ArrayNode array, Pointer path) {
        return path.last().equals("-")
                ? array.size()
                : within(array.size(), array, path, path.tokens().size() - 1);
    }

    private static int within(int most, ArrayNode array, Pointer path, int place) {
        int index = index(path.tokens().get(place));
        if (index < 0) {
            throw RefusedOperationException.unfit(upTo(path, place).told()
                    + " is a list, whose elements are numbered 0, 1, 2 without leading zeros, and "
                    + upTo(path, place + 1).told() + " names none");
        }
        if (index <= most) return index;
        throw RefusedOperationException.unfit(
                upTo(path, place + 1).told() + " is not within a list of " + array.size());
    }

    /**
     * Parses a list index as of RFC 6901, section 4: digits without leading zeros. Returns -1 if it is not an index.
     */
    private static int index(String token) {
        boolean isWritten = !token.isEmpty() && (token.length() == 1 || token.charAt(0) != '0');
        for (int i = 0; isWritten && i < token.length(); i++) {
            isWritten = token.charAt(i) >= '0' && token.charAt(i) <= '9';
        }
        if (!isWritten) return -1;
        // Larger than any list.
        return token.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(token);
    }

    private static RefusedOperationException holdsNothing(Pointer path, int place) {
        return RefusedOperationException.unfit(
                upTo(path, place).told() + " is neither an object nor a list, so there is no "
                        + upTo(path, place + 1).told());
    }

    private static Pointer upTo(Pointer path, int tokens) {
        return new Pointer(path.tokens().subList(0, tokens));
    }
}
