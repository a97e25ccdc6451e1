package uuid;

/** How UUIDs are made: versions 4, 1 and 5 of RFC 9562. */
enum UuidMethod {
    RANDOM,
    TIME,
    NAME
}
