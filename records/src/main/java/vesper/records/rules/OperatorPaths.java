package vesper.records.rules;

/**
 * Which paths are answered to operators only, in whatever spelling. What the server asks by itself, it does not ask of
 * them: it would be let in as this machine is, on behalf of somebody who would not.
 */
public final class OperatorPaths {
    private OperatorPaths() {}

    /** @param path as a request has it */
    public static boolean has(String path) {
        String asked = AskedPath.of(path);
        return asked.equals("/admin") || asked.startsWith("/admin/") || asked.equals("/metrics");
    }
}
