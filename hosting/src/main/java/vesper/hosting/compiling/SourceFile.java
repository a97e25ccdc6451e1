package vesper.hosting.compiling;

/**
 * A source file as it was read. Compilers read this text and never the disk, so they compile exactly what was hashed.
 *
 * @param path relative to the package's folder, with slashes: {@code code/orders/Orders.groovy}
 */
public record SourceFile(String path, String text) {
    private static final String GROOVY = ".groovy";
    private static final String JAVA = ".java";

    /** Returns whether a file of this name is compiled. Excludes hidden files and backups of editors. */
    public static boolean isSource(String fileName) {
        return !fileName.startsWith(".") && (fileName.endsWith(GROOVY) || fileName.endsWith(JAVA));
    }

    public boolean isGroovy() {
        return path.endsWith(GROOVY);
    }

    /** Returns whether the file is empty, like one that an editor has opened and not yet written. */
    public boolean isEmpty() {
        return text.isEmpty();
    }
}
