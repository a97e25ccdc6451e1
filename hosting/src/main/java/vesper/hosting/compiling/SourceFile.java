package vesper.hosting.compiling;

/**
 * One source as it was read: compilers see this text and never the disk, so what is compiled is what was hashed.
 *
 * @param path relative to the package's folder, with slashes: {@code code/orders/Orders.groovy}
 */
public record SourceFile(String path, String text) {
    private static final String GROOVY = ".groovy";
    private static final String JAVA = ".java";

    /** Whether a file of this name is compiled; hidden files and editors' backups are not. */
    public static boolean isSource(String fileName) {
        return !fileName.startsWith(".") && (fileName.endsWith(GROOVY) || fileName.endsWith(JAVA));
    }

    public boolean isGroovy() {
        return path.endsWith(GROOVY);
    }

    /** Whether it holds nothing, as a file does that an editor has opened and not written yet. */
    public boolean isEmpty() {
        return text.isEmpty();
    }
}
