package vesper.services.patches;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.services.patches.Trees.tree;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.documents.Refusal;
import vesper.services.trees.JsonTree;
import vesper.services.trees.Pointer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonPatchTest {
    /** The examples of RFC 6902, appendix A, that apply: 1 to 8, 10, 11, 14, 16. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'foo':'bar'} | [{'op':'add','path':'/baz','value':'qux'}] | {'baz':'qux','foo':'bar'}",
                "{'foo':['bar','baz']} | [{'op':'add','path':'/foo/1','value':'qux'}] | {'foo':['bar','qux','baz']}",
                "{'baz':'qux','foo':'bar'} | [{'op':'remove','path':'/baz'}] | {'foo':'bar'}",
                "{'foo':['bar','qux','baz']} | [{'op':'remove','path':'/foo/1'}] | {'foo':['bar','baz']}",
                "{'baz':'qux','foo':'bar'} | [{'op':'replace','path':'/baz','value':'boo'}] | {'baz':'boo','foo':'bar'}",
                "{'foo':{'bar':'baz','waldo':'fred'},'qux':{'corge':'grault'}}"
                        + " | [{'op':'move','from':'/foo/waldo','path':'/qux/thud'}]"
                        + " | {'foo':{'bar':'baz'},'qux':{'corge':'grault','thud':'fred'}}",
                "{'foo':['all','grass','cows','eat']} | [{'op':'move','from':'/foo/1','path':'/foo/3'}]"
                        + " | {'foo':['all','cows','eat','grass']}",
                "{'baz':'qux','foo':['a',2,'c']}"
                        + " | [{'op':'test','path':'/baz','value':'qux'},{'op':'test','path':'/foo/1','value':2}]"
                        + " | {'baz':'qux','foo':['a',2,'c']}",
                "{'foo':'bar'} | [{'op':'add','path':'/child','value':{'grandchild':{}}}]"
                        + " | {'foo':'bar','child':{'grandchild':{}}}",
                "{'foo':'bar'} | [{'op':'add','path':'/baz','value':'qux','xyz':123}] | {'foo':'bar','baz':'qux'}",
                "{'/':9,'~1':10} | [{'op':'test','path':'/~01','value':10}] | {'/':9,'~1':10}",
                "{'foo':['bar']} | [{'op':'add','path':'/foo/-','value':['abc','def']}] | {'foo':['bar',['abc','def']]}"
            })
    void the_examples_of_the_standard_hold(String document, String patch, String result) {
        assertThat(changed(document, patch)).isEqualTo(tree(result));
    }

    /** The examples of RFC 6902, appendix A, that do not apply: 9, 12, 15. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'baz':'qux'} | [{'op':'test','path':'/baz','value':'bar'}]"
                        + " | the value at /baz is not the expected one",
                "{'foo':'bar'} | [{'op':'add','path':'/baz/bat','value':'qux'}] | there is no /baz",
                "{'/':9,'~1':10} | [{'op':'test','path':'/~01','value':'10'}]"
                        + " | the value at /~01 is not the expected one"
            })
    void the_examples_of_the_standard_that_do_not_fit_are_refused(String document, String patch, String reason) {
        assertThat(applied(document, patch)).isEqualTo(new PatchResult.NotApplicable(new Refusal("/0", reason)));
    }

    /** RFC 6902, appendix A.13. */
    @Test
    void an_operation_that_is_two_is_refused_where_it_is() {
        byte[] patch = "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"op\":\"remove\"}]".getBytes(UTF_8);
        assertThat(JsonTree.readUnambiguous(patch, new Codec(false)))
                .isEqualTo(new DecodeResult.Mismatch<JsonNode>(
                        List.of(new BadField("/0/op", "occurs more than once in its object"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1} | [{'op':'add','path':'/a','value':2}] | {'a':2}",
                "{'a':1} | [{'op':'add','path':'','value':[]}] | []",
                "{'a':1} | [{'op':'add','path':'/','value':2}] | {'a':1,'':2}",
                "[] | [{'op':'add','path':'/0','value':1}] | [1]",
                "[1] | [{'op':'add','path':'/1','value':null}] | [1,null]",
                "{'-':1} | [{'op':'remove','path':'/-'}] | {}",
                "{'00':1} | [{'op':'replace','path':'/00','value':2}] | {'00':2}",
                "[1,[2]] | [{'op':'replace','path':'/1/0','value':{}}] | [1,[{}]]",
                "{'a':1} | [{'op':'replace','path':'','value':7}] | 7",
                "{'a':{'b':[1]}} | [{'op':'move','from':'/a/b','path':'/a'}] | {'a':[1]}",
                "{'a':{'b':[1]}} | [{'op':'move','from':'/a/b','path':''}] | [1]",
                "{'a':1} | [{'op':'move','from':'/a','path':'/a'}] | {'a':1}",
                "[1,2,3] | [{'op':'move','from':'/2','path':'/0'}] | [3,1,2]",
                "[1,2,3] | [{'op':'move','from':'/0','path':'/-'}] | [2,3,1]",
                "{'a':[1]} | [{'op':'copy','from':'/a','path':'/a/-'}] | {'a':[1,[1]]}",
                "{'a':1} | [{'op':'copy','from':'','path':'/b'}] | {'a':1,'b':{'a':1}}",
                "{'a':1} | [{'op':'copy','from':'/a','path':'/a'}] | {'a':1}",
                "{'a/b':{'~':1}} | [{'op':'remove','path':'/a~1b/~0'}] | {'a/b':{}}",
                "{'ü':1} | [{'op':'remove','path':'/ü'}] | {}",
                "1 | [] | 1"
            })
    void an_operation_does_what_its_name_says(String document, String patch, String result) {
        assertThat(changed(document, patch)).isEqualTo(tree(result));
    }

    /** RFC 6902, section 4.6: compares values, not their notation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1.0 | true",
                "100 | 1e2 | true",
                "0 | -0.0 | true",
                "12345678901234567890 | 12345678901234567890.0 | true",
                "12345678901234567890 | 12345678901234567891 | false",
                "0.1 | 0.10000000000000000001 | false",
                "1 | '1' | false",
                "1 | true | false",
                "null | false | false",
                "{'a':1,'b':[2]} | {'b':[2.0],'a':1} | true",
                "{'a':1} | {'a':1,'b':null} | false",
                "{'a':1} | {'b':1} | false",
                "[1,2] | [2,1] | false",
                "[] | {} | false"
            })
    void a_test_compares_values(String document, String expected, boolean isSame) {
        PatchResult patched = applied(document, "[{'op':'test','path':'','value':" + expected + "}]");
        assertThat(patched)
                .isEqualTo(
                        isSame
                                ? new PatchResult.Changed(tree(document))
                                : new PatchResult.NotApplicable(
                                        new Refusal("/0", "the value at the root is not the expected one")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'op':'remove','path':'/a/01'} | /a is a list, whose elements are numbered 0, 1, 2 without leading"
                        + " zeros; /a/01 is not an index",
                "{'op':'remove','path':'/a/x'} | /a is a list, whose elements are numbered 0, 1, 2 without leading"
                        + " zeros; /a/x is not an index",
                "{'op':'add','path':'/a/+1','value':0} | /a is a list, whose elements are numbered 0, 1, 2 without"
                        + " leading zeros; /a/+1 is not an index",
                "{'op':'add','path':'/a/','value':0} | /a is a list, whose elements are numbered 0, 1, 2 without"
                        + " leading zeros; /a/ is not an index",
                "{'op':'add','path':'/a/٣','value':0} | /a is a list, whose elements are numbered 0, 1, 2 without"
                        + " leading zeros; /a/٣ is not an index",
                "{'op':'remove','path':'/a/-'} | /a/- is the position after the last element, which has no value",
                "{'op':'add','path':'/a/-/b','value':0} | /a/- is the position after the last element, which has no value",
                "{'op':'remove','path':'/a/2'} | /a/2 is not within a list of 2",
                "{'op':'add','path':'/a/3','value':0} | /a/3 is not within a list of 2",
                "{'op':'add','path':'/a/99999999999999999999','value':0}"
                        + " | /a/99999999999999999999 is not within a list of 2",
                "{'op':'replace','path':'/c','value':0} | there is no /c",
                "{'op':'move','from':'/c','path':'/d'} | there is no /c",
                "{'op':'copy','from':'/a/2','path':'/d'} | /a/2 is not within a list of 2",
                "{'op':'test','path':'/c','value':null} | there is no /c",
                "{'op':'add','path':'/b/c','value':0} | /b is neither an object nor a list, so there is no /b/c",
                "{'op':'move','from':'/a/0','path':'/a/2'} | /a/2 is not within a list of 1"
            })
    void what_does_not_fit_is_refused_by_its_operation_and_nothing_is_changed(String operation, String reason) {
        JsonNode document = tree("{'a':[1,2],'b':'text'}");
        Patch patch = read("[{'op':'add','path':'/new','value':1}," + operation + "]", PatchBounds.DEFAULTS);
        assertThat(patch.applyTo(document, PatchBounds.DEFAULTS))
                .isEqualTo(new PatchResult.NotApplicable(new Refusal("/1", reason)));
        assertThat(document).isEqualTo(tree("{'a':[1,2],'b':'text'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7 | /0 | expected an object with op and path",
                "{'path':''} | /0/op | is missing",
                "{'op':1,'path':''} | /0/op | expected a text",
                "{'op':'Add','path':'','value':1} | /0/op | expected add, remove, replace, move, copy or test",
                "{'op':'add','path':''} | /0/value | is missing",
                "{'op':'replace','path':''} | /0/value | is missing",
                "{'op':'test','path':''} | /0/value | is missing",
                "{'op':'add','value':1} | /0/path | is missing",
                "{'op':'add','path':null,'value':1} | /0/path | expected a text",
                "{'op':'add','path':'a','value':1} | /0/path | a JSON pointer must be empty or start with /",
                "{'op':'add','path':'/~2','value':1} | /0/path | in a JSON pointer, ~ must be followed by 0 or 1",
                "{'op':'move','path':''} | /0/from | is missing",
                "{'op':'copy','from':'#/a','path':''} | /0/from | a JSON pointer must be empty or start with /",
                "{'op':'move','from':'/a','path':'/a/b'} | /0/path | a value cannot be moved into itself",
                "{'op':'move','from':'','path':'/a'} | /0/path | a value cannot be moved into itself",
                "{'op':'remove','path':''} | /0/path | a patch cannot remove the whole document"
            })
    void what_is_no_operation_is_refused_where_it_is_wrong(String operation, String pointer, String reason) {
        assertThat(Patch.operations(tree("[" + operation + "]"), PatchBounds.DEFAULTS))
                .isEqualTo(new PatchParseResult.Invalid(List.of(new Refusal(pointer, reason))));
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        assertThat(Patch.operations(
                        tree("[{'op':'add'},{'op':'remove','path':'/a'},{'op':'jump','path':'x'}]"),
                        PatchBounds.DEFAULTS))
                .isEqualTo(new PatchParseResult.Invalid(List.of(
                        new Refusal("/0/path", "is missing"),
                        new Refusal("/0/value", "is missing"),
                        new Refusal("/2/path", "a JSON pointer must be empty or start with /"),
                        new Refusal("/2/op", "expected add, remove, replace, move, copy or test"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "1", "null", "'[]'", "{'op':'remove','path':'/a'}"})
    void what_is_no_list_is_no_patch(String patch) {
        assertThat(Patch.operations(tree(patch), PatchBounds.DEFAULTS))
                .isEqualTo(new PatchParseResult.Invalid(List.of(new Refusal("", "expected a list of operations"))));
    }

    @Test
    void more_operations_than_there_may_be_are_refused() {
        String operation = "{'op':'remove','path':'/a'}";
        assertThat(Patch.operations(tree("[" + (operation + ",").repeat(1000) + operation + "]"), PatchBounds.DEFAULTS))
                .isEqualTo(new PatchParseResult.Invalid(List.of(new Refusal("", "has 1001 operations; at most 1000"))));
    }

    @Test
    void the_document_and_the_patch_are_left_as_they_are_and_share_nothing_with_the_result() {
        JsonNode document = tree("{'a':{'b':[1]}}");
        JsonNode given = tree("[{'op':'add','path':'/c','value':{'d':[2]}},{'op':'copy','from':'/a','path':'/e'}]");
        Patch patch = ((PatchParseResult.Valid) Patch.operations(given, PatchBounds.DEFAULTS)).patch();
        ((ObjectNode) given.at("/0/value")).put("later", true);

        JsonNode result = ((PatchResult.Changed) patch.applyTo(document, PatchBounds.DEFAULTS)).document();
        assertThat(result).isEqualTo(tree("{'a':{'b':[1]},'c':{'d':[2]},'e':{'b':[1]}}"));
        ((ObjectNode) result.path("a")).put("later", true);
        ((ObjectNode) result.path("c")).put("later", true);
        assertThat(document).isEqualTo(tree("{'a':{'b':[1]}}"));
        assertThat(result.path("e")).isEqualTo(tree("{'b':[1]}"));
        assertThat(((PatchResult.Changed) patch.applyTo(document, PatchBounds.DEFAULTS)).document())
                .isEqualTo(tree("{'a':{'b':[1]},'c':{'d':[2]},'e':{'b':[1]}}"));
    }

    @Test
    void a_document_that_copies_itself_ends_at_its_bound() {
        String twice = "{'op':'copy','from':'','path':'/-'}";
        assertThat(applied("[]", "[" + (twice + ",").repeat(999) + twice + "]"))
                .isEqualTo(new PatchResult.TooLarge(
                        new Refusal("/18", "the document would have 1310719 bytes; at most 1048576")));
    }

    @Test
    void a_document_grows_to_its_bounds_and_not_beyond() {
        PatchBounds bounds = new PatchBounds(10, 3, 20);
        assertThat(applied("{'a':1}", "[{'op':'add','path':'/b','value':'123456'}]", bounds))
                .isEqualTo(new PatchResult.Changed(tree("{'a':1,'b':'123456'}")));
        assertThat(applied("{'a':1}", "[{'op':'add','path':'/b','value':'1234567'}]", bounds))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("/0", "the document would have 21 bytes; at most 20")));
        assertThat(applied("[[[]]]", "[{'op':'add','path':'/0/0/0','value':1}]", bounds))
                .isEqualTo(new PatchResult.Changed(tree("[[[1]]]")));
        assertThat(applied("[[[]]]", "[{'op':'add','path':'/0/0/0','value':[]}]", bounds))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("/0", "the document would have 4 levels; at most 3")));
        assertThat(applied("[[],[[]]]", "[{'op':'move','from':'/1','path':'/0/0'}]", bounds))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("/0", "the document would have 4 levels; at most 3")));
    }

    @Test
    void a_document_that_is_too_large_already_may_only_become_small_enough() {
        PatchBounds bounds = PatchBounds.DEFAULTS.withBytes(10);
        assertThat(applied("{'a':1,'b':2,'c':3}", "[{'op':'remove','path':'/a'}]", bounds))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("", "the result would have 13 bytes; at most 10")));
        assertThat(applied("{'a':1,'b':2,'c':3}", "[{'op':'remove','path':'/a'},{'op':'remove','path':'/b'}]", bounds))
                .isEqualTo(new PatchResult.Changed(tree("{'c':3}")));
    }

    @Test
    void what_is_moved_and_copied_is_bounded_in_all() {
        String large = "{'a':[" + "0,".repeat(400_000) + "0],'b':0}";
        String toAndFro = "{'op':'move','from':'/a','path':'/c'},{'op':'move','from':'/c','path':'/a'},";
        String ontoItself = "{'op':'copy','from':'/a','path':'/a'},";
        for (String operation : List.of(toAndFro, ontoItself)) {
            assertThat(applied(large, "[" + operation.repeat(450) + "{'op':'remove','path':'/b'}]"))
                    .isEqualTo(new PatchResult.TooLarge(new Refusal(
                            "/20", "the operations would move and copy more than 16 documents of 1048576 bytes")));
        }
    }

    @Test
    void elements_that_move_for_others_are_bounded_in_all() {
        String large = "[" + "0,".repeat(399_999) + "0]";
        assertThat(applied(large, many("{'op':'add','path':'/0','value':1}")))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("/249", SHIFTED)));
        assertThat(applied(large, many("{'op':'remove','path':'/0'}")))
                .isEqualTo(new PatchResult.TooLarge(new Refusal("/250", SHIFTED)));
        assertThat(applied(large, many("{'op':'add','path':'/-','value':1}"))).isInstanceOf(PatchResult.Changed.class);
    }

    private static final String SHIFTED =
            "the operations would shift more than 100000000 list elements, the last ones in the root";

    private static String many(String operation) {
        return "[" + (operation + ",").repeat(999) + operation + "]";
    }

    @Test
    void a_path_of_half_a_million_names_is_told_in_short() {
        PatchResult patched = applied("{}", "[{'op':'add','path':'/" + "a".repeat(500_000) + "/b/c','value':1}]");
        assertThat(patched)
                .isInstanceOfSatisfying(
                        PatchResult.NotApplicable.class,
                        unfit -> assertThat(unfit.reason().reason())
                                .hasSizeLessThan(300)
                                .startsWith("there is no /aaa"));
        assertThat(applied("[[[]]]", "[{'op':'add','path':'" + "/0".repeat(500_000) + "','value':1}]"))
                .isEqualTo(new PatchResult.NotApplicable(new Refusal("/0", "/0/0/0 is not within a list of 0")));
    }

    /** The bounds apply to the size that {@link Draft} tracks. */
    @Test
    void the_size_that_is_kept_is_the_size_that_is_written() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            JsonNode document = value(random, 4);
            Draft draft = new Draft(document.deepCopy(), PatchBounds.DEFAULTS);
            for (int n = 0; n < 20; n++) {
                changeSomewhere(draft, random);
                long written = draft.root().toString().getBytes(UTF_8).length;
                assertThat(draft.bytes()).as("seed %s: %s", seed, draft.root()).isEqualTo(written);
            }
        }
    }

    private static void changeSomewhere(Draft draft, Random random) {
        Pointer path = somewhere(draft.root(), random);
        try {
            switch (random.nextInt(6)) {
                case 0 -> draft.add(path, value(random, 2));
                case 1 -> draft.replace(path, value(random, 2));
                case 2 -> draft.copy(somewhere(draft.root(), random), path);
                case 3 -> {
                    if (!path.isRoot()) draft.remove(path);
                }
                default -> {
                    Pointer from = somewhere(draft.root(), random);
                    if (!from.contains(path)) draft.move(from, path);
                }
            }
        } catch (OperationNotApplicableException refused) {
            assertThat(refused.reason()).isNotEmpty();
        }
    }

    /** Returns an existing place, or one next to it where a value can be added. */
    private static Pointer somewhere(JsonNode root, Random random) {
        List<String> tokens = new ArrayList<>();
        JsonNode at = root;
        while (!at.isEmpty() && random.nextInt(4) > 0) {
            String token = at.isArray()
                    ? String.valueOf(random.nextInt(at.size()))
                    : List.copyOf(at.propertyNames()).get(random.nextInt(at.size()));
            tokens.add(token);
            at = at.isArray() ? at.path(Integer.parseInt(token)) : at.path(token);
        }
        if (at.isContainer() && random.nextBoolean())
            tokens.add(at.isArray() ? "-" : TEXTS.get(random.nextInt(TEXTS.size())));
        return new Pointer(tokens);
    }

    private static final List<String> TEXTS = List.of("", "a", "ü\"", "\\/\n", "€~", "\u0001", "😀");

    private static JsonNode value(Random random, int levels) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        int kind = random.nextInt(levels == 0 ? 6 : 8);
        return switch (kind) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.numberNode(random.nextInt() >> random.nextInt(32));
            case 3 -> nodes.numberNode(random.nextLong());
            case 4 -> nodes.numberNode(new BigDecimal("0.10").movePointRight(random.nextInt(20)));
            case 5 -> nodes.stringNode(TEXTS.get(random.nextInt(TEXTS.size())));
            case 6 -> {
                ObjectNode object = nodes.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set(TEXTS.get(random.nextInt(TEXTS.size())), value(random, levels - 1));
                }
                yield object;
            }
            default -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) array.add(value(random, levels - 1));
                yield array;
            }
        };
    }

    private static JsonNode changed(String document, String patch) {
        return ((PatchResult.Changed) applied(document, patch)).document();
    }

    private static PatchResult applied(String document, String patch) {
        return applied(document, patch, PatchBounds.DEFAULTS);
    }

    private static PatchResult applied(String document, String patch, PatchBounds bounds) {
        return read(patch, bounds).applyTo(tree(document), bounds);
    }

    private static Patch read(String patch, PatchBounds bounds) {
        return switch (Patch.operations(tree(patch), bounds)) {
            case PatchParseResult.Valid(var valid) -> valid;
            case PatchParseResult.Invalid(var reasons) -> throw new IllegalArgumentException(reasons.toString());
        };
    }
}
