package io.sluice.app.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The description of all endpoints in the form of OpenAPI 3.1. */
final class OpenApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OpenApi() {}

    static ObjectNode describe(String query, List<Endpoint> endpoints) {
        ObjectNode api = JSON.createObjectNode().put("openapi", "3.1.0");
        api.putObject("info")
                .put("title", "Sluice: " + query)
                .put("version", "1")
                .put("description", "Reads only. Credentials, where the query has them: basic or bearer.");
        ObjectNode paths = api.putObject("paths");
        for (Endpoint endpoint : endpoints) {
            ObjectNode get = paths.putObject(endpoint.path()).putObject("get");
            get.put("summary", endpoint.summary());
            get.put("operationId", operationId(endpoint.path()));
            parameters(endpoint, get.putArray("parameters"));
            responses(endpoint, get.putObject("responses"));
            if (!endpoint.open()) {
                ArrayNode ways = get.putArray("security");
                ways.addObject();
                ways.addObject().putArray("basic");
                ways.addObject().putArray("bearer");
            }
        }
        ObjectNode schemes = api.putObject("components").putObject("securitySchemes");
        schemes.putObject("basic").put("type", "http").put("scheme", "basic");
        schemes.putObject("bearer").put("type", "http").put("scheme", "bearer");
        return api;
    }

    private static String operationId(String path) {
        String words = path.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_|_$", "");
        return words.isEmpty() ? "page" : words;
    }

    private static void parameters(Endpoint endpoint, ArrayNode into) {
        for (Endpoint.Parameter parameter : endpoint.parameters()) {
            ObjectNode described = into.addObject()
                    .put("name", parameter.name())
                    .put("in", parameter.inPath() ? "path" : "query")
                    .put("required", parameter.inPath())
                    .put("description", parameter.meaning())
                    .put("example", parameter.example());
            described.putObject("schema").put("type", "string");
        }
    }

    private static void responses(Endpoint endpoint, ObjectNode into) {
        into.putObject("200")
                .put("description", endpoint.summary())
                .putObject("content")
                .putObject(endpoint.type());
        for (Endpoint.Status status : endpoint.answers()) {
            into.putObject(String.valueOf(status.code())).put("description", status.meaning());
        }
    }
}
