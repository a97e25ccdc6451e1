package vesper.hosting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Properties files in UTF-8. Their total size is limited, because a short line takes thirty times its size in memory.
 */
final class PropertiesText {
    private final List<Path> files;
    private final int maxKibibytes;

    /**
     * Creates a reader. Later files override earlier ones.
     *
     * @param maxKibibytes maximum size of all files together
     */
    PropertiesText(List<Path> files, int maxKibibytes) {
        this.files = List.copyOf(files);
        this.maxKibibytes = maxKibibytes;
    }

    /**
     * Returns keys and values, without surrounding blanks.
     *
     * @throws BadDescriptorException if a file is malformed or the files are too large
     */
    Map<String, String> values() throws IOException, BadDescriptorException {
        Map<String, String> values = new TreeMap<>();
        int remainingBytes = maxKibibytes << 10;
        for (Path file : files) {
            if (Files.isDirectory(file)) throw bad(file, "is a folder");
            byte[] bytes = read(file, remainingBytes);
            remainingBytes -= bytes.length;
            add(file, bytes, values);
        }
        return values;
    }

    /** Reads one byte more than allowed instead of relying on the reported size: a link may lead to an endless file. */
    private byte[] read(Path file, int maxBytes) throws IOException, BadDescriptorException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(maxBytes + 1);
        }
        if (bytes.length <= maxBytes) return bytes;
        String bound = " larger than " + maxKibibytes + " KiB";
        throw bad(
                file,
                files.size() == 1 ? "is" + bound : "and the files before it exceed " + maxKibibytes + " KiB in total");
    }

    private static void add(Path file, byte[] bytes, Map<String, String> values)
            throws IOException, BadDescriptorException {
        Properties properties = new Properties();
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException e) {
            throw bad(file, "has a malformed \\uxxxx");
        } catch (CharacterCodingException e) {
            throw bad(file, "is not UTF-8");
        }
        for (String key : properties.stringPropertyNames()) {
            values.put(key, properties.getProperty(key).strip());
        }
    }

    private static BadDescriptorException bad(Path file, String why) {
        return new BadDescriptorException(file.getFileName() + " " + why);
    }
}
