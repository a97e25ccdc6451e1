package vesper.records.rules;

/**
 * The paths that only operators may access, in any spelling. The server's own calls must not use them: they would have
 * operator access, on behalf of someone who may not.
 */
public final class OperatorPaths {
    private OperatorPaths() {}

    /**
     * Checks a path.
     *
     * @param path as in a request
     */
    public static boolean has(String path) {
        String asked = AskedPath.of(path);
        return asked.equals("/admin") || asked.startsWith("/admin/") || asked.equals("/metrics");
    }
}
