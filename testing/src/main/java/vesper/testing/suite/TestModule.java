package vesper.testing.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Maven module whose tests are compiled.
 *
 * @param flags files with further options of its JVMs
 */
record TestModule(String name, Path folder, String classPath, List<Path> flags) {

    /** The class file of a class that is tagged {@code @Tag("alone")} holds this text in its constant pool. */
    private static final byte[] ALONE_TAG = constant("alone");

    private static final byte[] TAG_ANNOTATION = constant("Lorg/junit/jupiter/api/Tag;");

    /** @throws IllegalStateException when the module's tests are not compiled */
    static TestModule of(Path root, String name) throws IOException {
        Path folder = root.resolve(name);
        Path libraries = folder.resolve("target/test.classpath");
        if (!Files.exists(libraries)) throw new IllegalStateException(libraries + " is missing: build the tests first");
        List<String> classPath = new ArrayList<>();
        classPath.add(folder.resolve("target/test-classes").toString());
        classPath.add(folder.resolve("target/classes").toString());
        for (String library : Files.readString(libraries).strip().split(":", -1)) {
            classPath.add(classesOfSibling(root, Path.of(library)).toString());
        }
        List<Path> flags = Stream.of(root.resolve("testing/jvm.options"), folder.resolve("src/test/jvm.options"))
                .filter(Files::exists)
                .toList();
        return new TestModule(name, folder, String.join(":", classPath), flags);
    }

    /** Returns the compiled classes of a module for its jar, which may be older than they are. */
    private static Path classesOfSibling(Path root, Path library) {
        if (!library.startsWith(root) || !library.toString().endsWith(".jar")) return library;
        return library.resolveSibling("classes");
    }

    /** Returns the top-level classes called {@code …Test}, the names that Surefire runs by default, but not JMH's. */
    List<TestClass> classes() throws IOException {
        Path root = folder.resolve("target/test-classes");
        if (!Files.isDirectory(root)) return List.of();
        List<TestClass> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted().toList()) {
                String path = root.relativize(file).toString();
                if (!path.endsWith("Test.class") || path.contains("$") || path.endsWith("_jmhTest.class")) continue;
                String name =
                        path.substring(0, path.length() - ".class".length()).replace('/', '.');
                byte[] bytes = Files.readAllBytes(file);
                boolean isAlone = contains(bytes, TAG_ANNOTATION) && contains(bytes, ALONE_TAG);
                classes.add(new TestClass(this, name, isAlone, bytes.length));
            }
        }
        return classes;
    }

    Path reports() {
        return folder.resolve("target/surefire-reports");
    }

    /** Returns a CONSTANT_Utf8 entry (JVMS 4.4.7): tag 1, length in two bytes, text. */
    private static byte[] constant(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] entry = new byte[utf8.length + 3];
        entry[0] = 1;
        entry[1] = (byte) (utf8.length >> 8);
        entry[2] = (byte) utf8.length;
        System.arraycopy(utf8, 0, entry, 3, utf8.length);
        return entry;
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        for (int at = 0; at + part.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) return true;
        }
        return false;
    }
}
