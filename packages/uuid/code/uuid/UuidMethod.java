package uuid;

/** UUID generation methods: versions 4, 1 and 5 of RFC 9562. */
enum UuidMethod {
    RANDOM,
    TIME,
    NAME
}
