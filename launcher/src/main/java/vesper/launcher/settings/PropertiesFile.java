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
 * A UTF-8 file in the syntax of {@link Properties}. In contrast to {@link Properties}, it remembers the line of each
 * key and keeps duplicate keys, in order.
 *
 * @param mistakes one message per invalid line
 */
record PropertiesFile(List<RawSetting> settings, List<String> mistakes) {
    /** Some editors write it at the start of a UTF-8 file. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static PropertiesFile read(Path file) throws WrongSettingException {
        PropertiesFile read = new PropertiesFile(new ArrayList<>(), new ArrayList<>());
        List<String> lines = linesOf(file);
        for (int first = 0; first < lines.size(); first++) {
            int last = first;
            if (!isBlankOrComment(lines.get(first))) {
                while (last + 1 < lines.size() && continues(lines.get(last))) last++;
                read.add(lines.subList(first, last + 1), new SettingOrigin.Line(file, first + 1));
            }
            first = last;
        }
        return read;
    }

    private static List<String> linesOf(Path file) throws WrongSettingException {
        if (Files.isDirectory(file)) throw new WrongSettingException("config file " + file + " is a folder");
        if (!Files.exists(file)) throw new WrongSettingException("config file " + file + " does not exist");
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

    /** Checks whether the line continues on the next one: it ends with an odd number of backslashes. */
    private static boolean continues(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') end--;
        return (line.length() - end) % 2 == 1;
    }

    private void add(List<String> lines, SettingOrigin origin) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(String.join("\n", lines)));
        } catch (IOException | IllegalArgumentException e) {
            mistakes.add(origin.text() + ": " + e.getMessage());
            return;
        }
        for (String key : one.stringPropertyNames()) {
            String text = one.getProperty(key);
            // A single backslash in the last line has no continuation. Depending on the rest of the line, it yields no
            // key or an empty one.
            if (!key.isEmpty() || !text.isEmpty()) settings.add(new RawSetting(key, text, origin));
        }
    }
}
