package vesper.services.schemas;

import com.networknt.schema.Error;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;
import vesper.services.trees.Pointer;

/** Describes to a client which keyword its document violates, at the field that it has to change. */
final class SchemaErrorMessage {
    private static final int MAX_CHARACTERS = 300;

    private SchemaErrorMessage() {}

    static Refusal of(Error error) {
        return new Refusal(place(error), cut(reason(error)));
    }

    /** Returns the place of the missing or superfluous field itself, not of the object that it is in. */
    private static String place(Error error) {
        String place = error.getInstanceLocation().toString();
        return switch (error.getKeyword()) {
            case "required", "additionalProperties", "unevaluatedProperties", "propertyNames" ->
                place + "/" + Pointer.escaped(String.valueOf(error.getProperty()));
            case "dependentRequired", "items", "unevaluatedItems" -> place + "/" + Pointer.escaped(argument(error, 0));
            default -> place;
        };
    }

    private static String reason(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> "is missing";
            case "dependentRequired" -> "is missing, and " + argument(error, 1) + " is there";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known field";
            case "propertyNames" -> "is a name that is not allowed: " + argument(error, 1);
            case "items", "unevaluatedItems" -> "is a superfluous element";
            case "false" -> "is not allowed here";
            case "type" -> "expected " + types(error.getSchemaNode());
            case "enum" -> "expected one of " + values(error.getSchemaNode());
            case "const" -> "expected " + error.getSchemaNode();
            case "minimum" -> "expected at least " + argument(error, 0);
            case "maximum" -> "expected at most " + argument(error, 0);
            case "exclusiveMinimum" -> "expected more than " + argument(error, 0);
            case "exclusiveMaximum" -> "expected less than " + argument(error, 0);
            case "multipleOf" -> "expected a multiple of " + argument(error, 0);
            case "minLength" -> "expected at least " + count(error, "character");
            case "maxLength" -> "expected at most " + count(error, "character");
            case "minItems" -> "expected at least " + count(error, "element");
            case "maxItems" -> "expected at most " + count(error, "element");
            case "minProperties" -> "expected at least " + count(error, "field");
            case "maxProperties" -> "expected at most " + count(error, "field");
            case "contains", "minContains" ->
                "expected at least " + count(error, "element") + " like " + argument(error, 1);
            case "maxContains" -> "expected at most " + count(error, "element") + " like " + argument(error, 1);
            case "uniqueItems" -> "has the same element more than once";
            case "pattern" -> "expected a text that matches " + argument(error, 0);
            case "format" -> "expected a text in the form " + argument(error, 0);
            case "not" -> "must not match " + argument(error, 0);
            case "oneOf" -> "fits " + argument(error, 0) + " of the alternatives and must fit exactly one";
            default -> String.valueOf(error.getMessage());
        };
    }

    private static String argument(Error error, int index) {
        Object[] all = error.getArguments();
        return all != null && index < all.length ? String.valueOf(all[index]) : "";
    }

    private static String count(Error error, String thing) {
        String number = argument(error, 0);
        return number + " " + (number.equals("1") ? thing : thing + "s");
    }

    private static String types(JsonNode names) {
        if (names.isString()) return type(names.asString());
        List<String> all = new ArrayList<>();
        for (JsonNode each : names) all.add(type(each.asString()));
        return String.join(" or ", all);
    }

    private static String type(String name) {
        return switch (name) {
            case "string" -> "a text";
            case "integer" -> "a whole number";
            case "number" -> "a number";
            case "boolean" -> "true or false";
            case "array" -> "a list";
            case "object" -> "an object";
            default -> name;
        };
    }

    private static String values(JsonNode all) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : all) texts.add(each.toString());
        return String.join(", ", texts);
    }

    private static String cut(String message) {
        return message.length() <= MAX_CHARACTERS ? message : message.substring(0, MAX_CHARACTERS) + "…";
    }
}
