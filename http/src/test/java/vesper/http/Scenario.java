package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One case of a file in {@code src/test/scenarios}; the README there describes the format. */
record Scenario(String name, boolean virtualOnly, List<Step> steps) {
    sealed interface Step {}

    record Send(byte[] bytes) implements Step {}

    record Interim() implements Step {}

    record Expect(
            int status,
            boolean closes,
            boolean head,
            Optional<String> content,
            List<String> fields,
            List<String> missing)
            implements Step {}

    static List<Scenario> in(String file) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src/test/scenarios", file), UTF_8)) {
            if (line.startsWith("# ")) scenarios.add(new Scenario(line.substring(2), false, new ArrayList<>()));
            else if (line.equals(". virtual"))
                scenarios.add(scenarios.removeLast().onlyVirtual());
            else if (!line.isEmpty()) scenarios.getLast().add(line);
        }
        return scenarios;
    }

    private Scenario onlyVirtual() {
        return new Scenario(name, true, steps);
    }

    private void add(String line) {
        if (line.startsWith("> ")) steps.add(new Send(bytes(line.substring(2))));
        else if (line.equals("< 100")) steps.add(new Interim());
        else if (line.startsWith("< ")) steps.add(expect(line.substring(2), false));
        else if (line.startsWith("<head ")) steps.add(expect(line.substring(6), true));
        else if (line.startsWith("+ ")) lastAnswer().fields().add(line.substring(2));
        else if (line.startsWith("- ")) lastAnswer().missing().add(line.substring(2));
        else throw new IllegalArgumentException(name + ": " + line);
    }

    private Expect lastAnswer() {
        return (Expect) steps.getLast();
    }

    private static Expect expect(String line, boolean head) {
        String[] words = line.split(" ", 3);
        boolean closes = words[1].equals("close");
        if (!closes && !words[1].equals("keep")) throw new IllegalArgumentException(line);
        Optional<String> content = words.length < 3 ? Optional.empty() : Optional.of(words[2]);
        return new Expect(
                Integer.parseInt(words[0]),
                closes,
                head,
                content.map(text -> text.equals("\"\"") ? "" : new String(bytes(text), ISO_8859_1)),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /** Decodes a text with escapes. */
    static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                bytes.write(c);
                continue;
            }
            switch (text.charAt(++i)) {
                case 'r' -> bytes.write('\r');
                case 'n' -> bytes.write('\n');
                case 't' -> bytes.write('\t');
                case '0' -> bytes.write(0);
                case '\\' -> bytes.write('\\');
                case 'x' -> {
                    bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                case '{' -> {
                    int end = text.indexOf('}', i);
                    int star = text.lastIndexOf('*', end);
                    byte[] repeated = bytes(text.substring(i + 1, star));
                    int times = Integer.parseInt(text.substring(star + 1, end));
                    for (int n = 0; n < times; n++) bytes.writeBytes(repeated);
                    i = end;
                }
                default -> throw new IllegalArgumentException("no such escape: " + text.substring(i - 1));
            }
        }
        return bytes.toByteArray();
    }

    /** Returns all bytes that the client sends. */
    byte[] sent() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Step step : steps) if (step instanceof Send(var bytes)) all.writeBytes(bytes);
        return all.toByteArray();
    }

    /** Returns the expected responses, in order. */
    List<Expect> answers() {
        return steps.stream()
                .filter(Expect.class::isInstance)
                .map(Expect.class::cast)
                .toList();
    }

    boolean hasInterim() {
        return steps.stream().anyMatch(Interim.class::isInstance);
    }
}
