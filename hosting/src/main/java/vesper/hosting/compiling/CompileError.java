package vesper.hosting.compiling;

import java.util.List;

/**
 * An error that a compiler reported.
 *
 * @param file relative to the package's folder, {@code code/Orders.groovy}; empty if no file is the cause
 * @param line counted from 1, 0 if unknown
 * @param column counted from 1, 0 if unknown
 * @param excerpt the line with its neighbours and a caret under the column; empty if the line is unknown
 */
public record CompileError(String file, int line, int column, String message, String excerpt) {

    /** Creates an error at a position in one of these sources. */
    static CompileError at(String file, int line, int column, String message, List<SourceFile> sources) {
        String excerpt = sources.stream()
                .filter(source -> source.path().equals(file))
                .map(source -> Excerpt.of(source.text(), line, column))
                .findFirst()
                .orElse("");
        return new CompileError(file, line, column, message, excerpt);
    }

    /** Creates an error that applies to the whole compilation. */
    static CompileError withoutPosition(String message) {
        return new CompileError("", 0, 0, message, "");
    }

    /**
     * Creates an error whose position the compiler does not know. Uses the first of these sources whose path is in the
     * message, if there is one.
     */
    static CompileError somewhereIn(List<SourceFile> sources, String message) {
        return sources.stream()
                .map(SourceFile::path)
                .filter(message::contains)
                .findFirst()
                .map(path -> at(path, 1, 1, message, sources))
                .orElseGet(() -> withoutPosition(message));
    }

    /** Returns the error on one line in the format of compilers: {@code code/Orders.groovy:9:5: unexpected token}. */
    @Override
    public String toString() {
        if (file.isEmpty()) return message;
        return file + ":" + line + ":" + column + ": " + message;
    }
}
