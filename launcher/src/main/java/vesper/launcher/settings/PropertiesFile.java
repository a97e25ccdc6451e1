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
 * forgets it. Where a key stands twice, both are returned, in order.
 */
final class PropertiesFile {
    private PropertiesFile() {}

    static List<Said> read(Path file) throws WrongSettingException {
        List<Said> entries = new ArrayList<>();
        List<String> lines = linesOf(file);
        for (int first = 0; first < lines.size(); first++) {
            int last = first;
            if (!isBlankOrComment(lines.get(first))) {
                while (last + 1 < lines.size() && continues(lines.get(last))) last++;
                entries.add(entry(lines.subList(first, last + 1), new Origin.Line(file, first + 1)));
            }
            first = last;
        }
        return entries;
    }

    private static List<String> linesOf(Path file) throws WrongSettingException {
        if (Files.isDirectory(file)) throw new WrongSettingException("config file " + file + " is a folder");
        if (!Files.exists(file)) throw new WrongSettingException("config file " + file + " is not there");
        try {
            return Files.readAllLines(file);
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

    private static Said entry(List<String> lines, Origin origin) throws WrongSettingException {
        Properties one = new Properties();
        try {
            one.load(new StringReader(String.join("\n", lines)));
        } catch (IOException | IllegalArgumentException e) {
            throw new WrongSettingException(origin.text() + ": " + e.getMessage());
        }
        String key = one.stringPropertyNames().iterator().next();
        return new Said(key, one.getProperty(key), origin);
    }
}
