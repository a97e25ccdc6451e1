package vesper.http;

import vesper.http.fields.FieldSyntax;

/**
 * Checks that the parser gives the same result for any bytes, whole or in parts, and that accepted requests keep every
 * promise of {@link Request}. Run by {@code scripts/fuzz.sh}; {@link FuzzCorpusTest} replays its corpus.
 */
public final class RequestHeadFuzz {
    /** Small enough that inputs reach them. */
    private static final HttpLimits LIMITS = new TestSettings()
            .requestLineBytes(300)
            .headerBytes(600)
            .headerLines(12)
            .limits();

    private RequestHeadFuzz() {}

    public static void fuzzerTestOneInput(byte[] bytes) {
        HeadParser parser = new HeadParser(LIMITS);
        HeadParser.Parsed whole = parser.parse(bytes, 0, bytes.length);
        boolean decided = false;
        for (int to = 0; to < bytes.length; to++) {
            HeadParser.Parsed part = parser.parse(bytes, 0, to);
            decided |= !(part instanceof HeadParser.Incomplete);
            check(!decided || part.equals(whole), "another meaning of the first " + to + " bytes: " + part);
        }
        if (whole instanceof RequestHead head) checkPromises(head, bytes);
    }

    private static void checkPromises(RequestHead head, byte[] bytes) {
        check(head.end() <= bytes.length && bytes[head.end() - 1] == '\n', "the head ends elsewhere");
        check(head.path().startsWith("/") || head.path().equals("*"), "path " + head.path());
        for (String segment : head.path().replaceAll("(?i)%2e", ".").split("/", -1))
            check(!segment.equals(".") && !segment.equals(".."), "dot segment in " + head.path());
        checkEncoding(head.path());
        checkEncoding(head.query());
        check(!head.chunked() || head.contentLength() == 0, "framed twice");
        check(
                head.contentLength() >= 0 && head.contentLength() <= LIMITS.bodyBytes(),
                "length " + head.contentLength());
        int hosts = head.headers().all("host").size();
        check(hosts == 1 || (hosts == 0 && head.version() == HttpVersion.HTTP_1_0), hosts + " hosts");
        head.headers().forEach((name, value) -> {
            check(FieldSyntax.isToken(name), "name " + name);
            check(FieldSyntax.isValue(value) && value.strip().equals(value), "value " + value);
        });
    }

    private static void checkEncoding(String encoded) {
        try {
            check(!PercentEncoding.decode(encoded).contains("\0"), "NUL in " + encoded);
        } catch (IllegalArgumentException e) {
            check(String.valueOf(e.getMessage()).contains("UTF-8"), "broken encoding in " + encoded);
        }
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) throw new AssertionError(otherwise);
    }
}
