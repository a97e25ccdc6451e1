package vesper.hosting.compiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.rest.operations.DocComments;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SourceCompilerTest {
    private final SourceCompiler compiler = new SourceCompiler();

    @Test
    void Groovy_becomes_classes_of_this_Java_that_keep_parameter_names() throws Exception {
        ClassFiles classes = compiled(groovy("Sum", "class Sum { int add(int left, int right) { left + right } }"));

        var add = load(classes, "Sum").getMethod("add", int.class, int.class);

        assertThat(add.getParameters()[0].getName()).isEqualTo("left");
        assertThat(majorVersion(classes.bytesOf("Sum"))).isEqualTo(69);
    }

    @Test
    void Java_becomes_classes_that_keep_parameter_names() throws Exception {
        ClassFiles classes =
                compiled(java("math/Sum", "package math; public class Sum { int add(int left) { return left; } }"));

        var add = load(classes, "math.Sum").getDeclaredMethod("add", int.class);

        assertThat(add.getParameters()[0].getName()).isEqualTo("left");
    }

    @Test
    void Groovy_sees_Java_and_Java_sees_Groovy() throws Exception {
        ClassFiles classes = compiled(
                java(
                        "Base",
                        "public abstract class Base { public String hi() { return \"hi \" + name(); } abstract String name(); }"),
                groovy("Named", "class Named extends Base { String name() { 'Ada' } }"),
                java("Caller", "public class Caller { public String call() { return new Named().hi(); } }"));

        Class<?> caller = load(classes, "Caller");

        assertThat(caller.getMethod("call").invoke(caller.getConstructor().newInstance()))
                .isEqualTo("hi Ada");
    }

    @Test
    void a_stub_of_a_Groovy_class_never_becomes_a_class() {
        ClassFiles classes = compiled(
                java("Caller", "public class Caller { Closed it; }"),
                groovy("Closed", "class Closed { def each = { it } }"));

        assertThat(classes.topLevelNames()).containsExactly("Caller", "Closed");
        assertThat(classes.byName().keySet()).anyMatch(name -> name.startsWith("Closed$"));
    }

    @Test
    void a_Groovy_error_has_file_line_column_and_the_lines_around_it() {
        List<CompileError> errors = broken(groovy("Bad", """
                class Bad {
                    int count = 1
                    Missing other
                    int last = 2
                }
                """));

        assertThat(errors).hasSize(1);
        CompileError error = errors.getFirst();
        assertThat(error.toString()).startsWith("code/Bad.groovy:3:5: unable to resolve class Missing");
        assertThat(error.excerpt()).isEqualTo("""
                2 |     int count = 1
                3 |     Missing other
                  |     ^
                4 |     int last = 2
                """);
    }

    @Test
    void a_Java_error_has_file_line_column_and_the_lines_around_it() {
        List<CompileError> errors = broken(java("Bad", """
                class Bad {
                \tint count = "one";
                }
                """));

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().toString()).startsWith("code/Bad.java:2:14: incompatible types");
        assertThat(errors.getFirst().excerpt()).isEqualTo("""
                1 | class Bad {
                2 |  int count = "one";
                  |              ^
                3 | }
                """);
    }

    @Test
    void a_Java_error_beside_Groovy_is_told_as_one_of_Java() {
        List<CompileError> errors =
                broken(groovy("Good", "class Good { }"), java("Bad", "class Bad { Missing other; }"));

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().toString()).startsWith("code/Bad.java:1:13: cannot find symbol");
    }

    @Test
    void an_error_in_the_stub_of_a_Groovy_class_has_its_place_in_the_Groovy_source() {
        List<CompileError> errors = broken(groovy("Orders", """
                        class Orders {
                            String name
                            Missing total() { null }
                        }
                        """), java("Uses", "class Uses { Orders orders; }"));

        assertThat(errors)
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error.file()).isEqualTo("code/Orders.groovy"));
        assertThat(errors.getFirst().toString()).startsWith("code/Orders.groovy:3:5: ");
    }

    @Test
    void an_abstract_method_that_a_Groovy_class_lacks_has_a_place_too() {
        List<CompileError> errors =
                broken(java("Shipper", "public interface Shipper { String ship(); }"), groovy("Post", """

                        class Post implements Shipper {
                        }
                        """));

        assertThat(errors)
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error.toString()).startsWith("code/Post.groovy:2:"));
    }

    @Test
    void every_error_of_a_source_is_told_at_once() {
        List<CompileError> errors = broken(groovy("Bad", """
                class Bad {
                    Missing one
                    Absent other
                }
                """));

        assertThat(errors).extracting(CompileError::line).containsExactly(2, 3);
    }

    @Test
    void what_a_compiler_says_twice_is_told_once() {
        List<CompileError> groovy = broken(groovy("Bad", """
                @groovy.transform.CompileStatic
                class Bad { static int one = absent }
                """));
        List<CompileError> stub =
                broken(groovy("Bad", "class Bad { Missing x }"), java("Good", "class Good { Bad b; }"));

        assertThat(groovy).hasSize(1);
        assertThat(stub).hasSize(1);
    }

    @Test
    void the_annotations_of_the_platform_are_on_the_class_path_of_both_languages() throws Exception {
        ClassFiles classes = compiled(
                groovy("One", "@org.springframework.web.bind.annotation.RestController class One { }"),
                java("Two", "@org.springframework.web.bind.annotation.RestController class Two { }"));

        assertThat(load(classes, "One").getAnnotations()).isNotEmpty();
        assertThat(load(classes, "Two").getAnnotations()).isNotEmpty();
    }

    @Test
    void doc_comments_of_both_languages_are_kept_by_their_places() {
        SourceFile orders = java("shop/Orders", """
                package shop;

                /** Orders of a shop. */
                public class Orders {
                    /**
                     * Finds some.
                     *
                     * @param ids of {@code 1} to n
                     */
                    public byte[] find(java.util.List<String> ids, byte[]... more) { return null; }

                    void silent() { /** not a doc comment */ }

                    /** A line. */
                    record Line(String text) {
                        /** How many. */
                        static final int COUNT = 1;
                    }
                }
                """);
        SourceFile bill = groovy("Bill", """
                /** What is
                 *  to be paid. */
                class Bill {
                    /** In cents. */
                    long amount

                    /** Pays it.
                     * @return the rest */
                    long pay(Map<String, Long> from, byte[] note, extra = 1) { 0 }

                    def silent() { }
                }
                """);

        Map<String, String> found = docs(orders, bill).byLocation();

        assertThat(found)
                .containsEntry("shop.Orders", "Orders of a shop.")
                .containsEntry("shop.Orders$Line", "A line.")
                .containsEntry("shop.Orders$Line#COUNT", "How many.")
                .containsEntry("Bill", "What is\n  to be paid.")
                .containsEntry("Bill#amount", "In cents.")
                .containsKeys("shop.Orders#find(List,byte[][])", "Bill#pay(Map,byte[],Object)")
                .hasSize(7);
        assertThat(found.get("shop.Orders#find(List,byte[][])"))
                .startsWith("Finds some.")
                .contains("@param ids of");
        assertThat(found.get("Bill#pay(Map,byte[],Object)")).contains("@return the rest");
        assertThat(docs(orders).byLocation()).hasSize(4);
    }

    private DocComments docs(SourceFile... sources) {
        return switch (compile(sources)) {
            case Compilation.Compiled(var _, var docs) -> docs;
            case Compilation.Failed(var errors) -> fail(errors.toString());
        };
    }

    private ClassFiles compiled(SourceFile... sources) {
        return switch (compile(sources)) {
            case Compilation.Compiled(var classes, var _) -> classes;
            case Compilation.Failed(var errors) -> fail(errors.toString());
        };
    }

    private List<CompileError> broken(SourceFile... sources) {
        return switch (compile(sources)) {
            case Compilation.Compiled(var classes, var _) -> fail("compiled " + classes.topLevelNames());
            case Compilation.Failed(var errors) -> errors;
        };
    }

    private Compilation compile(SourceFile... sources) {
        return compiler.compile(
                new CompileInput(List.of(sources), List.of(), getClass().getClassLoader(), ClassFiles.NONE));
    }

    private static SourceFile groovy(String name, String text) {
        return new SourceFile("code/" + name + ".groovy", text);
    }

    private static SourceFile java(String name, String text) {
        return new SourceFile("code/" + name + ".java", text);
    }

    private Class<?> load(ClassFiles classes, String name) throws ClassNotFoundException {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> findClass(String className) throws ClassNotFoundException {
                byte[] bytes = classes.bytesOf(className);
                if (bytes == null) throw new ClassNotFoundException(className);
                return defineClass(className, bytes, 0, bytes.length);
            }
        };
        return loader.loadClass(name);
    }

    private static int majorVersion(byte[] classFile) {
        return classFile[6] << 8 | classFile[7];
    }
}
