package vesper.hosting.compiling;

import java.util.List;

/**
 * One thing that a compiler refused.
 *
 * @param file relative to the package's folder, {@code code/Orders.groovy}; empty where no file is to blame
 * @param line counted from 1, 0 where unknown
 * @param column counted from 1, 0 where unknown
 * @param excerpt the line with its neighbours and a caret under the column; empty where the line is unknown
 */
public record CompileError(String file, int line, int column, String message, String excerpt) {

    /** An error at a place in one of these sources. */
    static CompileError at(String file, int line, int column, String message, List<SourceFile> sources) {
        String excerpt = sources.stream()
                .filter(source -> source.path().equals(file))
                .map(source -> Excerpt.of(source.text(), line, column))
                .findFirst()
                .orElse("");
        return new CompileError(file, line, column, message, excerpt);
    }

    /** An error of the whole compilation. */
    static CompileError nowhere(String message) {
        return new CompileError("", 0, 0, message, "");
    }

    /** On one line, as compilers put it: {@code code/Orders.groovy:9:5: unexpected token}. */
    @Override
    public String toString() {
        if (file.isEmpty()) return message;
        return file + ":" + line + ":" + column + ": " + message;
    }
}
