package vesper.launcher.settings;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A file in the syntax of {@link Properties}, in UTF-8, that remembers the line of each key; {@link Properties} itself
 * forgets it. Where a key stands twice, both are there, in order.
 *
 * @param mistakes lines that cannot be understood, a sentence for each
 */
record PropertiesFile(List<Said> said, List<String> mistakes) {
    /** Some editors begin a file of UTF-8 with it. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static PropertiesFile read(Path file) throws WrongSettingException {
        PropertiesFile read = new PropertiesFile(new ArrayList<>(), new ArrayList<>());
        List<String> lines = linesOf(file);
        for (int first = 0; first < lines.size(); first++) {
            int last = first;
            if (!isBlankOrComment(lines.get(first))) {
                while (last + 1 < lines.size() && continues(lines.get(last))) last++;
                read.add(lines.subList(first, last + 1), new Origin.Line(file, first + 1));
            }
            first = last;
        }
        return read;
    }

    private static List<String> linesOf(Path file) throws WrongSettingException {
        if (Files.isDirectory(file)) throw new WrongSettingException("config file " + file + " is a folder");
        if (!Files.exists(file)) throw new WrongSettingException("config file " + file + " is not there");
        try {
            String text = Files.readString(file);
            return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                    .lines()
                    .toList();
        } catch (CharacterCodingException e) {
            throw new WrongSettingException("config file " + file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new WrongSettingException("config file " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static boolean isBlankOrComment(String line) {
        String text = line.stripLeading();
        return text.isEmpty() || text.startsWith("#") || text.startsWith("!");
    }

    /** An odd number of backslashes at the end joins the next line. */
    private static boolean continues(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') end--;
        return (line.length() - end) % 2 == 1;
    }

    private void add(List<String> lines, Origin origin) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(String.join("\n", lines)));
        } catch (IOException | IllegalArgumentException e) {
            mistakes.add(origin.text() + ": " + e.getMessage());
            return;
        }
        for (String key : one.stringPropertyNames()) {
            String text = one.getProperty(key);
            // A backslash alone begins a line that never comes: no key, or an empty one, by what follows.
            if (!key.isEmpty() || !text.isEmpty()) said.add(new Said(key, text, origin));
        }
    }
}
