package vesper.hosting.compiling;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Finds the place in a Groovy source that an error in its stub is about. A stub declares a Groovy class for javac, and
 * its lines have nothing in common with those of the source. So this searches the source for the name at the position
 * of the error, and otherwise for the declaration of the class.
 */
final class StubPositions {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$]*");

    private StubPositions() {}

    static CompileError error(
            Diagnostic<? extends JavaFileObject> diagnostic, String message, List<SourceFile> sources) {
        String className = classOf(diagnostic.getSource());
        Optional<SourceFile> source = sourceOf(className, sources);
        if (source.isEmpty()) return CompileError.somewhereIn(sources, message);
        String text = source.get().text();
        int at = nameAt(diagnostic)
                .map(name -> indexOf(Pattern.quote(name), text))
                .filter(found -> found >= 0)
                .orElseGet(() -> Math.max(0, indexOf("(class|interface|enum|trait|record)\\s+" + className, text)));
        int line =
                1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
        int column = at - text.lastIndexOf('\n', at - 1);
        return CompileError.at(source.get().path(), line, column, message, sources);
    }

    /** Returns the simple name of the class that a stub declares. */
    private static String classOf(JavaFileObject stub) {
        String name = stub.getName();
        String file = name.substring(name.lastIndexOf('/') + 1);
        return file.endsWith(".java") ? file.substring(0, file.length() - ".java".length()) : file;
    }

    private static Optional<SourceFile> sourceOf(String className, List<SourceFile> sources) {
        return sources.stream()
                .filter(source -> source.path().endsWith("/" + className + ".groovy"))
                .findFirst()
                .or(() -> sources.stream()
                        .filter(source -> source.path().endsWith(".groovy"))
                        .filter(source ->
                                indexOf("(class|interface|enum|trait|record)\\s+" + className, source.text()) >= 0)
                        .findFirst());
    }

    private static Optional<String> nameAt(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getPosition() == Diagnostic.NOPOS) return Optional.empty();
        try {
            CharSequence stub = diagnostic.getSource().getCharContent(true);
            int from = (int) Math.min(diagnostic.getPosition(), stub.length());
            Matcher name = NAME.matcher(stub.subSequence(from, stub.length()));
            return name.find() ? Optional.of(name.group()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int indexOf(String regex, String text) {
        Matcher found = Pattern.compile("\\b" + regex + "\\b").matcher(text);
        return found.find() ? found.start() : -1;
    }
}
