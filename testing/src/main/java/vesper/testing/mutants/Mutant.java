package vesper.testing.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A change of one source file that some test has to notice.
 *
 * <p>A file of mutants is a sequence of blocks with empty lines between them; lines that begin with {@code #} are
 * comments:
 * <pre>
 * block := SOURCE ": " TEST ("," TEST)* line+     the source below src/main/java, patterns of test classes
 * line  := "- " TEXT | "+ " TEXT                  text that occurs once in the source, and the text in its place
 * </pre>
 *
 * @param place file and line of its block
 * @param source path below {@code src/main/java}
 * @param tests patterns of class names, separated by commas
 */
record Mutant(String module, String place, String source, String tests, String before, String after) {

    static List<Mutant> of(Path root, String module) throws IOException {
        Path folder = root.resolve(module).resolve("src/test/mutants");
        if (!Files.isDirectory(folder)) return List.of();
        List<Mutant> mutants = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList())
                mutants.addAll(parse(module, root.relativize(file), Files.readAllLines(file)));
        }
        return mutants;
    }

    static List<Mutant> parse(String module, Path file, List<String> lines) {
        List<Mutant> mutants = new ArrayList<>();
        List<String> block = new ArrayList<>();
        for (int number = 0; number <= lines.size(); number++) {
            String line = number == lines.size() ? "" : lines.get(number);
            if (line.startsWith("#")) continue;
            if (!line.isBlank()) {
                block.add(line);
            } else if (!block.isEmpty()) {
                mutants.add(ofBlock(module, file + ":" + (number - block.size() + 1), block));
                block.clear();
            }
        }
        return mutants;
    }

    private static Mutant ofBlock(String module, String place, List<String> block) {
        String[] head = block.getFirst().split(": ", 2);
        List<String> before = textOf(block, "-");
        List<String> after = textOf(block, "+");
        if (head.length == 2 && head[1].contains("#")) {
            throw new IllegalArgumentException(place + ": classes are named, not methods: " + head[1]);
        }
        if (head.length < 2 || before.isEmpty() || before.size() + after.size() + 1 != block.size()) {
            throw new IllegalArgumentException(place + ": expected SOURCE: TESTS, then lines that begin with - and +");
        }
        return new Mutant(
                module, place, head[0], head[1].replace(" ", ""), String.join("\n", before), String.join("\n", after));
    }

    private static List<String> textOf(List<String> block, String sign) {
        return block.stream()
                .skip(1)
                .filter(line -> line.startsWith(sign))
                .map(line -> line.length() < 2 ? "" : line.substring(2))
                .toList();
    }

    /** Returns whether a pattern is {@code FILE:LINE} of this mutant, or a part of its file or source. */
    boolean isCalled(String pattern) {
        if (pattern.contains(":")) return place.endsWith("/" + pattern) || place.equals(pattern);
        return place.contains(pattern) || source.contains(pattern);
    }

    /** Returns this mutant with other tests. */
    Mutant with(String others) {
        return new Mutant(module, place, source, others, before, after);
    }

    /** Returns a name that no other mutant of the module has: {@code sync-12} for the one at line 12 of a file. */
    String name() {
        String file = place.substring(place.lastIndexOf('/') + 1);
        return file.replace(".mutants", "").replace(':', '-');
    }

    /** @throws IllegalArgumentException when the text does not occur exactly once */
    String applyTo(String text) {
        int at = text.indexOf(before);
        if (at < 0) throw new IllegalArgumentException("not in " + source + ": " + before);
        if (text.indexOf(before, at + 1) >= 0) throw new IllegalArgumentException("twice in " + source + ": " + before);
        return text.substring(0, at) + after + text.substring(at + before.length());
    }
}
