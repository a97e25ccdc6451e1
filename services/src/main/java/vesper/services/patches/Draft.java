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
    private static final int MAX_MOVED_DOCUMENTS = 16;

    /**
     * Size of the largest document that this bound assumes at least, so that collections of small documents allow many
     * moves as well.
     */
    private static final long MIN_BYTES = 1 << 20;

    /** Bound on the list elements that all operations may shift: some tenths of a second. */
    private static final long MAX_SHIFTED_ELEMENTS = 100_000_000;

    private final PatchBounds bounds;
    private JsonNode root;
    private long bytes;
    private long movedBytes;
    private long shifted;

    /** @param root the document to modify; the caller must not use it elsewhere */
    Draft(JsonNode root, PatchBounds bounds) {
        this.root = root;
        this.bounds = bounds;
        this.bytes = TreeSize.of(root).bytes();
    }

    JsonNode root() {
        return root;
    }

    /** Returns the current size of the document, written without whitespace. */
    long bytes() {
        return bytes;
    }

    void add(Pointer path, JsonNode value) {
        put(path, value, TreeSize.of(value), true);
    }

    void remove(Pointer path) {
        detach(path, TreeSize.of(valueAt(path)));
    }

    private void detach(Pointer path, TreeSize size) {
        JsonNode parent = valueAt(path.parent());
        switch (parent) {
            case ObjectNode object -> {
                object.remove(path.last());
                bytes -= TreeSize.name(path.last());
            }
            case ArrayNode array -> {
                int at = index(path.last());
                shift(array, at, path);
                array.remove(at);
            }
            default -> throw new IllegalStateException("no children are possible in " + parent.getNodeType());
        }
        bytes -= size.bytes() + (parent.isEmpty() ? 0 : 1);
    }

    void replace(Pointer path, JsonNode value) {
        JsonNode before = valueAt(path);
        TreeSize size = TreeSize.of(value);
        long newSize = bytes - TreeSize.of(before).bytes() + size.bytes();
        checkBounds(newSize, path, size);
        set(path, value.deepCopy());
        bytes = newSize;
    }

    private void set(Pointer path, JsonNode value) {
        if (path.isRoot()) {
            root = value;
            return;
        }
        switch (valueAt(path.parent())) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array -> array.set(index(path.last()), value);
            case JsonNode other ->
                throw new IllegalStateException("no children are possible in " + other.getNodeType());
        }
    }

    void move(Pointer from, Pointer path) {
        JsonNode value = valueAt(from);
        if (from.equals(path)) return;
        TreeSize size = countMoved(value);
        detach(from, size);
        put(path, value, size, false);
    }

    void copy(Pointer from, Pointer path) {
        JsonNode value = valueAt(from);
        put(path, value, countMoved(value), true);
    }

    void test(Pointer path, JsonNode value) {
        if (!ValueOrder.areEqual(valueAt(path), value)) {
            throw OperationNotApplicableException.notApplicable(
                    "the value at " + path.forMessage() + " is not the expected one");
        }
    }

    private TreeSize countMoved(JsonNode value) {
        TreeSize size = TreeSize.of(value);
        movedBytes += size.bytes();
        long document = Math.max(MIN_BYTES, bounds.bytes());
        if (movedBytes / MAX_MOVED_DOCUMENTS < document) return size;
        throw OperationNotApplicableException.tooLarge("the operations would move and copy more than "
                + MAX_MOVED_DOCUMENTS + " documents of " + document + " bytes");
    }

    /** Counts the elements that an insertion or removal shifts. */
    private void shift(ArrayNode array, int at, Pointer path) {
        shifted += array.size() - at;
        if (shifted <= MAX_SHIFTED_ELEMENTS) return;
        throw OperationNotApplicableException.tooLarge("the operations would shift more than " + MAX_SHIFTED_ELEMENTS
                + " list elements, the last ones in "
                + path.parent().forMessage());
    }

    /** Adds as RFC 6902, section 4.1, requires: replaces an existing member, or inserts before an existing element. */
    private void put(Pointer path, JsonNode value, TreeSize size, boolean mustCopy) {
        if (path.isRoot()) {
            checkBounds(size.bytes(), path, size);
            root = mustCopy ? value.deepCopy() : value;
            bytes = size.bytes();
            return;
        }
        JsonNode parent = valueAt(path.parent());
        switch (parent) {
            case ObjectNode object -> {
                JsonNode before = object.get(path.last());
                long newSize = bytes + size.bytes() + (before == null ? nameIn(object, path) : -sizeOf(before));
                checkBounds(newSize, path, size);
                object.set(path.last(), mustCopy ? value.deepCopy() : value);
                bytes = newSize;
            }
            case ArrayNode array -> {
                int at = placeIn(array, path);
                long newSize = bytes + size.bytes() + (array.isEmpty() ? 0 : 1);
                checkBounds(newSize, path, size);
                shift(array, at, path);
                array.insert(at, mustCopy ? value.deepCopy() : value);
                bytes = newSize;
            }
            default -> throw notAContainer(path, path.tokens().size() - 1);
        }
    }

    private static long nameIn(ObjectNode object, Pointer path) {
        return TreeSize.name(path.last()) + (object.isEmpty() ? 0 : 1);
    }

    private static long sizeOf(JsonNode value) {
        return TreeSize.of(value).bytes();
    }

    private void checkBounds(long newSize, Pointer path, TreeSize size) {
        if (newSize > bounds.bytes()) {
            throw OperationNotApplicableException.tooLarge(
                    "the document would have " + newSize + " bytes; at most " + bounds.bytes());
        }
        long levels = (long) path.tokens().size() + size.levels();
        if (levels > bounds.levels()) {
            throw OperationNotApplicableException.tooLarge(
                    "the document would have " + levels + " levels; at most " + bounds.levels());
        }
    }

    private JsonNode valueAt(Pointer path) {
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
            default -> throw notAContainer(path, place);
        };
        if (child != null) return child;
        throw OperationNotApplicableException.notApplicable(
                "there is no " + upTo(path, place + 1).forMessage());
    }

    private static int elementIn(ArrayNode array, Pointer path, int place) {
        String token = path.tokens().get(place);
        if (token.equals("-")) {
            throw OperationNotApplicableException.notApplicable(
                    upTo(path, place + 1).forMessage() + " is the position after the last element, which has no value");
        }
        return within(array.size() - 1, array, path, place);
    }

    private static int placeIn(ArrayNode array, Pointer path) {
        return path.last().equals("-")
                ? array.size()
                : within(array.size(), array, path, path.tokens().size() - 1);
    }

    private static int within(int max, ArrayNode array, Pointer path, int place) {
        int index = index(path.tokens().get(place));
        if (index < 0) {
            throw OperationNotApplicableException.notApplicable(
                    upTo(path, place).forMessage()
                            + " is a list, whose elements are numbered 0, 1, 2 without leading zeros; "
                            + upTo(path, place + 1).forMessage() + " is not an index");
        }
        if (index <= max) return index;
        throw OperationNotApplicableException.notApplicable(
                upTo(path, place + 1).forMessage() + " is not within a list of " + array.size());
    }

    /**
     * Parses a list index as of RFC 6901, section 4: digits without leading zeros. Returns -1 if it is not an index.
     */
    private static int index(String token) {
        boolean isIndex = !token.isEmpty() && (token.length() == 1 || token.charAt(0) != '0');
        for (int i = 0; isIndex && i < token.length(); i++) {
            isIndex = token.charAt(i) >= '0' && token.charAt(i) <= '9';
        }
        if (!isIndex) return -1;
        // Larger than any list.
        return token.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(token);
    }

    private static OperationNotApplicableException notAContainer(Pointer path, int place) {
        return OperationNotApplicableException.notApplicable(
                upTo(path, place).forMessage() + " is neither an object nor a list, so there is no "
                        + upTo(path, place + 1).forMessage());
    }

    private static Pointer upTo(Pointer path, int tokens) {
        return new Pointer(path.tokens().subList(0, tokens));
    }
}
