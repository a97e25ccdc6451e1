package vesper.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import vesper.journal.files.AtomicFile;

/**
 * The file {@code collections}: the number that stands for each collection in the journal, and how its documents are
 * retained. Its format is drawn in {@code docs/formats/documents.md}. A number is on the disk before any entry uses it.
 */
final class CollectionNames {
    record Entry(int number, Retention retention) {}

    private static final String HEAD = "vesper collections 2";
    private static final String STORED = "stored";
    private static final Pattern LINE = Pattern.compile("(\\d{1,5}) (\\d{1,9}) (\\d{1,18}) (\\d{1,18}) (\\S{1,100})");
    private static final int MOST = 0xffff;

    private final Path file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private boolean stored;

    private CollectionNames(Path file) {
        this.file = file;
    }

    static CollectionNames read(Path file) throws IOException {
        var names = new CollectionNames(file);
        if (!Files.exists(file)) return names;
        String[] lines = Files.readString(file, US_ASCII).split("\n", -1);
        if (!lines[0].equals(HEAD)) throw new IOException(file + " does not start with \"" + HEAD + "\"");
        int last = lines.length - 2;
        names.stored = last > 1 && lines[last - 1].equals(STORED);
        for (int i = 1; i < (names.stored ? last - 1 : last); i++) names.add(lines[i], i + 1);
        String text = String.join("\n", List.of(lines).subList(0, Math.max(1, last))) + "\n";
        if (last < 1 || !lines[last].equals(checksum(text))) {
            throw new IOException(file + " is damaged: expected as its last line \"" + checksum(text) + "\", was \""
                    + lines[Math.max(0, last)] + "\"");
        }
        return names;
    }

    /** Returns the last line of the file, a checksum of all lines before it. */
    private static String checksum(String text) {
        var crc = new CRC32C();
        crc.update(text.getBytes(US_ASCII));
        return String.format(Locale.ROOT, "crc %08x", crc.getValue());
    }

    private void add(String text, int line) throws IOException {
        Matcher matcher = LINE.matcher(text);
        if (!matcher.matches()) throw new IOException(file + " line " + line + " is not a collection: " + text);
        var retention = new Retention(
                Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3)), Long.parseLong(matcher.group(4)));
        entries.put(matcher.group(5), new Entry(Integer.parseInt(matcher.group(1)), retention));
    }

    /** Returns whether the journal has an entry. */
    synchronized boolean isStored() {
        return stored;
    }

    /** Records that the journal has an entry. The record is on the disk when this returns. */
    synchronized void store() throws IOException {
        write(entries, true);
        stored = true;
    }

    synchronized Map<String, Entry> entries() {
        return Map.copyOf(entries);
    }

    /**
     * Returns the number of a collection, assigning one if it has none. The number is on the disk when this returns.
     */
    synchronized int numberOf(String name, Retention retention) throws IOException {
        Entry known = entries.get(name);
        if (known != null && known.retention().equals(retention)) return known.number();
        int number = known != null ? known.number() : entries.size() + 1;
        if (number > MOST)
            throw new IOException("cannot create a collection: the limit of " + MOST + " collections is reached");
        Map<String, Entry> changed = new LinkedHashMap<>(entries);
        changed.put(name, new Entry(number, retention));
        write(changed, stored);
        entries.putAll(changed);
        return number;
    }

    private void write(Map<String, Entry> written, boolean isStored) throws IOException {
        var text = new StringBuilder(HEAD).append('\n');
        written.forEach((name, entry) -> text.append(entry.number())
                .append(' ')
                .append(entry.retention().versions())
                .append(' ')
                .append(entry.retention().lifeMillis())
                .append(' ')
                .append(entry.retention().tombstoneMillis())
                .append(' ')
                .append(name)
                .append('\n'));
        if (isStored) text.append(STORED).append('\n');
        text.append(checksum(text.toString())).append('\n');
        AtomicFile.replace(file, text.toString().getBytes(US_ASCII));
    }
}
